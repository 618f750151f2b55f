import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCapped } from '../../../test/capped.ts'
import type { TestCell, TestDirectory } from '../../../test/cells.ts'
import { openCell, openDirectory } from '../../../test/cells.ts'
import type { Mailbox } from '../../../test/mailbox.ts'
import { openMailbox } from '../../../test/mailbox.ts'
import { startNotifications } from '../notifications/worker.api.ts'
import { returnBudgetLeases } from './budget-lease.api.ts'
import { changePlatformCaps, getPlatformSpending } from './platform-cap.api.ts'

let directory: TestDirectory
let cells: TestCell[]
let mailbox: Mailbox
let workers: { stop(): Promise<void> }[]
beforeAll(async () => {
  mailbox = await openMailbox()
  directory = await openDirectory()
  const settings = { RASTRO_SMTP_URL: mailbox.url, RASTRO_MAIL_FROM: 'alerts@rastro.example' }
  cells = [await openCell(directory, 1, settings), await openCell(directory, 2, settings)]
  workers = await Promise.all(cells.map(({ ctx }) => startNotifications(ctx)))
})
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
  for (const cell of cells) await cell.close()
  await directory.close()
  await mailbox.close()
})

test('the caps of the platform count over all cells', async () => {
  await changePlatformCaps(cells[0]!.ctx, { emailsPerDay: 20 })
  const made = await Promise.all(cells.map((cell) => makeCapped(cell)))
  await Promise.all(made.map(({ notified }) => notified.raise(15)))
  const isDone = async () => {
    const states = await Promise.all(made.map(({ notified }) => notified.states()))
    return states.every(({ waiting = 0, sending = 0 }) => waiting + sending === 0)
  }
  await expect.poll(isDone, { timeout: 20_000 }).toBe(true)
  expect(mailbox.messages).toHaveLength(18)
  for (const { ctx } of cells) expect((await getPlatformSpending(ctx)).caps.emailsPerDay.used).toBe(18)
})

test('what an account of one cell returns is there for the other', async () => {
  await changePlatformCaps(cells[0]!.ctx, { emailsPerDay: 12_800 })
  const [one] = cells
  const { notified } = await makeCapped(one!)
  await notified.raise(1)
  await notified.settled()
  const used = async () => (await getPlatformSpending(cells[1]!.ctx)).caps.emailsPerDay.used
  expect(await used()).toBeGreaterThan(19)
  one!.clock.offsetMs = 61_000
  await returnBudgetLeases(one!.ctx)
  expect(await used()).toBe(19)
})

test('an installation without cells has the same tables and functions in its own database', () => {
  const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
  const partOf = (text: string, name: string) =>
    new RegExp(
      `create (?:or replace )?(?:table|function) ${name}\\b[\\s\\S]*?\\n(?:\\);|end \\$\\$;|\\$\\$;)`,
    ).exec(text)?.[0]
  for (const [own, shared, names] of [
    [
      'migrations/0044_spending_caps.sql',
      'directory/0003_platform_caps.sql',
      ['platform_caps', 'platform_spending', 'granted_budget_leases', 'platform_cap_notices', 'watched_caps'],
    ],
    [
      'migrations/0078_reseller_caps.sql',
      'directory/0011_reseller_caps.sql',
      [
        ...['node_caps', 'node_spending', 'resellers_above', 'watched_node_caps', 'scarce_nodes'],
        ...['take_budget_lease', 'return_budget_lease'],
      ],
    ],
    ['migrations/0079_inherited_inlined.sql', 'directory/0012_inherited_inlined.sql', ['inherited']],
    [
      'migrations/0080_reseller_cap_notices.sql',
      'directory/0013_reseller_cap_notices.sql',
      ['node_cap_uses', 'node_cap_notices'],
    ],
  ] as const) {
    for (const name of names) {
      expect(partOf(read(own), name), name).toBeDefined()
      expect(partOf(read(own), name)).toBe(partOf(read(shared), name))
    }
  }
})
