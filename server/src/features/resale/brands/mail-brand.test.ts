import { afterAll, beforeAll, expect, test } from 'vitest'
import { textOf } from '../../../../test/identity.ts'
import type { Mailbox } from '../../../../test/mailbox.ts'
import { openMailbox } from '../../../../test/mailbox.ts'
import type { MadeAccount } from '../../../../test/make.ts'
import type { MadeReseller } from '../../../../test/resale.ts'
import { adoptAccount, makeReseller } from '../../../../test/resale.ts'
import type { World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { queueIdentityMail, startIdentityMail } from '../../auth/identity-mail.api.ts'
import { createMailSender } from '../../notifications/mail.api.ts'
import { createMailBrands } from '../senders/mail-brand.api.ts'

let world: World
let mailbox: Mailbox
let alpha: MadeReseller
let customer: MadeAccount
let other: MadeAccount
beforeAll(async () => {
  mailbox = await openMailbox()
  world = await openWorld({
    RASTRO_SMTP_URL: mailbox.url,
    RASTRO_MAIL_FROM: 'Platform <alerts@platform.example>',
  })
  alpha = await makeReseller(world)
  customer = await world.make.account()
  other = await world.make.account()
  await adoptAccount(world, alpha, customer)
  const body = {
    name: 'Alpha, "Fleet" <b>',
    shortName: 'Alpha',
    color: '#0b7285',
    replyTo: 'help@alpha.example',
    mailFooter: 'Alpha Ltd, Calle Mayor 1\n<script>alert(1)</script>',
  }
  const { status } = await world.call('PUT', '/api/resale/brand', { token: alpha.staff.token, body })
  expect(status).toBe(200)
})
afterAll(async () => {
  await world.close()
  await mailbox.close()
})

/** The e-mail that the account gets. */
async function receive({ accountId, ownerId: userId }: MadeAccount): Promise<string> {
  const findMailBrand = createMailBrands(world.ctx)
  const worker = startIdentityMail(world.ctx, createMailSender(world.ctx, findMailBrand), findMailBrand)
  const to = `owner-${accountId}@example.com`
  const values = { at: '2026-11-18T08:00:00.000Z', url: 'http://localhost:8080/forgot' }
  const mail = { accountId, userId, address: to, kind: 'password-changed', language: 'en', values } as const
  await inTransaction(world.ctx, accountId, ({ db }) => queueIdentityMail(world.ctx, db, mail))
  const find = () => mailbox.messages.find((one) => one.to === to)?.raw
  await expect.poll(find, { timeout: 30_000 }).toBeTypeOf('string')
  await worker.stop()
  return textOf(find()!)
}

test('the sender has the name of the brand and the address of the platform', async () => {
  const raw = await receive(customer)
  expect(raw).toContain('From: "Alpha, \\"Fleet\\" <b>" <alerts@platform.example>')
  expect(raw).toContain('Reply-To: help@alpha.example')
  expect(raw).toContain('Alpha Ltd, Calle Mayor 1<br>&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(raw.match(/Platform|Rastro/g)).toBeNull()
})

test('e-mails of other accounts have the configured sender', async () => {
  const raw = await receive(other)
  expect(raw).toContain('From: Platform <alerts@platform.example>')
  expect(raw).not.toMatch(/Alpha|Reply-To/)
})
