import { afterAll, beforeAll, expect, test } from 'vitest'
import { settleIdentity, startIdentityWorkers, textOf } from '../../../test/identity.ts'
import type { Mailbox } from '../../../test/mailbox.ts'
import { openMailbox } from '../../../test/mailbox.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { addOperator } from '../accounts/operator.api.ts'
import { closeForOperator, reopenForOperator } from './closing.api.ts'
import { remindOwners } from './erasure-reminder.api.ts'

const dayMs = 86_400_000

let world: World
let mailbox: Mailbox
let workers: ReturnType<typeof startIdentityWorkers>
beforeAll(async () => {
  mailbox = await openMailbox()
  world = await openWorld({ RASTRO_SMTP_URL: mailbox.url })
  workers = startIdentityWorkers(world.ctx)
})
afterAll(async () => {
  await workers.stop()
  await world.close()
  await mailbox.close()
})

const mailsTo = async (address: string) => {
  await settleIdentity(world)
  return mailbox.messages.filter(({ to }) => to === address).map(({ raw }) => textOf(raw))
}
/** In Spanish, the language of the country of the owner. */
const dayOf = (instant: Date) =>
  new Intl.DateTimeFormat('es', { dateStyle: 'medium', timeZone: 'Europe/Madrid' }).format(instant)

test('the owner gets the day of the erasure by e-mail, and once more three days before', async () => {
  await addOperator(world.ctx, { userName: 'ana@example.com', email: 'ana@example.com' })
  const account = await world.make.account()
  const undone = await world.make.account()
  const why = { reason: 'Contract ended', author: 'Ana', days: 30 }
  const { eraseAt } = await closeForOperator(world.ctx, account.accountId, why)
  await closeForOperator(world.ctx, undone.accountId, why)
  await reopenForOperator(world.ctx, undone.accountId, 'Ana')
  const [closing, ...more] = await mailsTo(account.userName)
  expect(more).toEqual([])
  expect(closing).toContain(dayOf(eraseAt))
  expect(closing).toContain('Contract ended')
  // Without a setting, the first operator is the contact.
  expect(closing).toContain('Contacto: ana@example.com')
  mailbox.messages.length = 0

  world.clock.offsetMs = 26.9 * dayMs
  await remindOwners(world.ctx)
  expect(await mailsTo(account.userName)).toEqual([])
  world.clock.offsetMs = 27.1 * dayMs
  await Promise.all([1, 2, 3].map(() => remindOwners(world.ctx)))
  await remindOwners(world.ctx)
  const reminders = await mailsTo(account.userName)
  expect(reminders).toHaveLength(1)
  expect(reminders[0]).toContain(dayOf(eraseAt))
  expect(await mailsTo(undone.userName)).toEqual([])
  world.clock.release()
})
