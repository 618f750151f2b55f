// npm run bench -- resale: the console of a reseller with 10,000 accounts. Lists and pages with counts, and how fast the
// suspension of the reseller acts on all of them, while their trackers report and SOS buttons are pressed.

import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { report } from '../scripts/proof/report.ts'
import { createAccount } from '../server/src/features/accounts/account.api.ts'
import { addNode } from '../server/src/features/resale/node.queries.ts'
import type { ManagedNode } from '../server/src/features/resale/resale.types.ts'
import { customerOrders } from '../server/src/features/resale/resale.types.ts'
import {
  changeStatus,
  createReseller,
  getReseller,
  listCustomers,
  makeStaff,
} from '../server/src/features/resale/reseller.api.ts'
import { getPlatform, keepInTree } from '../server/src/features/resale/tree.api.ts'
import type { Context } from '../server/src/platform/context.ts'
import type { Mailbox } from '../server/test/mailbox.ts'
import { openMailbox } from '../server/test/mailbox.ts'
import { createFleet } from '../simulator/src/fleet.ts'
import { imeisOf } from '../simulator/src/identifiers.ts'
import type { Figures } from './harness.ts'
import { median, percentile } from './harness.ts'
import type { FleetAccount, Installation, Served } from './installation.ts'
import { createFleetAccount, getToken, install } from './installation.ts'
import { press, watchForSos } from './sos.ts'

const why = { reason: 'bench', author: 'bench' }
/** Accounts whose tokens are tried while the reseller is suspended. */
const watched = 20
/** Of each of them. One more has an SOS button that is pressed meanwhile. */
const reporting = 10
const locationsPerSecond = 200
/** Every so many accounts were suspended by the reseller itself before. */
const suspendedBefore = 50
const pageSize = 100
const warmUps = 5
/** Of the seconds that are measured: asking more often would slow down what is measured. */
const resolutionMs = 200
const givesUpAfterMs = 60_000

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      accounts: { type: 'string', default: '10000' },
      rounds: { type: 'string', default: '200' },
    },
  })
  const mailbox = await openMailbox()
  const installation = await install([], {
    RASTRO_SMTP_URL: mailbox.url,
    RASTRO_MAIL_FROM: 'alerts@rastro.example',
  })
  const { ctx } = installation.open
  try {
    const staff = installation.account
    const reseller = await makeTree(ctx, staff)
    await fill(ctx, reseller, Number(values.accounts))
    const customers: FleetAccount[] = []
    const imeis = imeisOf('35630705', watched * (reporting + 1))
    for (let index = 0; index < watched; index += 1) {
      const own = imeis.slice(index * (reporting + 1), (index + 1) * (reporting + 1))
      const customer = await createFleetAccount(installation.open, own, `watched-${index}@example.com`)
      await adopt(ctx, reseller, customer.accountId)
      await watchForSos({ ...installation, account: customer })
      customers.push(customer)
    }
    const buttons = imeis.filter((_, index) => index % (reporting + 1) === reporting)
    const api = await installation.serve('api')
    const notifier = await installation.serve('notifier')
    const gateway = await installation.serve('gateway')
    const recorder = await installation.serve('recorder')
    const token = await getToken(api, { account: staff })
    // What new accounts bring is done before.
    await until(async () => (await countUnapplied(ctx, reseller)) === 0)
    const figures: Figures = {
      accounts: Number(values.accounts) + watched,
      ...(await measureLists(api, token, Number(values.rounds))),
      ...(await countStatements(ctx, reseller)),
    }
    const fleet = createFleet({
      identifiers: imeis.filter((imei) => !buttons.includes(imei)),
      variants: ['teltonika'],
      locationsPerSecond,
      host: '127.0.0.1',
      port: gateway.gatewayPort!,
      remembers: false,
    })
    fleet.start()
    const before = await suspendSome(ctx, reseller)
    const suspension = await measureSuspension(installation, api, reseller, customers)
    for (const imei of buttons) press(gateway.gatewayPort!, imei)
    const sos = await countSosEmails(mailbox)
    const reopening = await measureReopening(ctx, reseller, before)
    fleet.stopReporting()
    await fleet.drained(10_000)
    const { acknowledged } = fleet.statistics()
    fleet.stop()
    // The buttons report a location too.
    const lost = await countLost(ctx, customers, acknowledged + buttons.length)
    for (const process of [api, notifier, gateway, recorder]) await process.stop()
    report(
      'resale',
      { ...figures, ...suspension, ...sos, ...reopening, ...lost },
      {
        'whole list, ms p99': { atMost: 150 },
        'any page, ms p99': { atMost: 30 },
        'statements for a page': { is: 1 },
        'accounts opened for a page': { is: 0 },
        'last change refused after suspension, s': { atMost: 5 },
        'last account suspended, s': { atMost: 5 },
        'SOS e-mails of suspended accounts': { is: watched },
        'accounts with another status after reopening': { is: 0 },
        'locations lost': { is: 0 },
      },
    )
  } finally {
    await installation.remove()
    await mailbox.close()
  }
}

async function makeTree(ctx: Context, { accountId }: FleetAccount): Promise<ManagedNode> {
  const platform = await getPlatform(ctx)
  const id = await createReseller(ctx, platform, { parentId: 'platform', name: 'Distributor' })
  const [account] = await ctx.db.directory<{ publicId: string }>`
    select public_id from directory_accounts where account_id = ${accountId}`
  await keepInTree(ctx, { accountNumber: accountId, id: account!.publicId })
  await makeStaff(ctx, accountId, id)
  const [row] = await ctx.db.directory<{ path: string }>`select path from nodes where id = ${id}`
  const { name, depth } = await getReseller(ctx, platform, id)
  return { id, name, depth, path: row!.path }
}

/** Real accounts, with counts as their cell reports them. */
async function fill(ctx: Context, reseller: ManagedNode, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const name = `Fleet ${String(index).padStart(5, '0')}`
    const email = `fleet-${index}@example.com`
    const owner = { userName: email, name, email, country: 'ES', passwordHash: null }
    await createAccount(ctx, { name, timeZone: 'UTC', licenses: 0, owner }, (tx, { account }) =>
      add(ctx, reseller, { id: account, name, accountNumber: tx.db.accountId }),
    )
  }
  await ctx.db.directory`
    update nodes set devices = number % 400, active_devices = number % 300, users = 1 + number % 9, licenses = 300,
      last_location_at = now() - number * interval '1 second', reported_at = now() + interval '1 day'
    where kind = 'account' and not is_staff`
}

async function add(
  ctx: Context,
  { id: parentId }: ManagedNode,
  { id, name, accountNumber }: { id: string; name: string; accountNumber: number },
): Promise<void> {
  const node = { parentId, id, kind: 'account', name, accountNumber, isStaff: false } as const
  const outcome = await addNode(ctx.db.directory, node, ctx.now())
  if (outcome !== 'done') throw new Error(`account ${id}: ${outcome}`)
}

async function adopt(ctx: Context, reseller: ManagedNode, accountNumber: number): Promise<void> {
  const [account] = await ctx.db.directory<{ publicId: string }>`
    select public_id from directory_accounts where account_id = ${accountNumber}`
  await add(ctx, reseller, { id: account!.publicId, name: 'Watched', accountNumber })
}

async function measureLists(api: Served, token: string, rounds: number): Promise<Figures> {
  const whole: number[] = []
  const page: number[] = []
  for (let round = -warmUps; round < rounds; round += 1) {
    const order = customerOrders[Math.abs(round) % customerOrders.length]!
    const queries = [
      `limit=${pageSize}&order=${order}`,
      `limit=${pageSize}&order=${order}&search=0${Math.abs(round) % 10}`,
    ]
    for (const query of queries) {
      const first = await get(api, token, `/api/resale/accounts?${query}`)
      const { nextCursor } = JSON.parse(first.text) as { nextCursor?: string }
      const next = nextCursor && (await get(api, token, `/api/resale/accounts?${query}&cursor=${nextCursor}`))
      if (round >= 0) page.push(first.ms, ...(next ? [next.ms] : []))
    }
    if (round % 10 === 0) {
      const { ms } = await get(api, token, '/api/resale/accounts')
      if (round >= 0) whole.push(ms)
    }
  }
  return {
    'whole list, ms p50': median(whole),
    'whole list, ms p99': percentile(whole, 0.99),
    'any page, ms p50': median(page),
    'any page, ms p99': percentile(page, 0.99),
  }
}

async function get(api: Served, token: string, path: string): Promise<{ ms: number; text: string }> {
  const beganAt = performance.now()
  const answer = await fetch(`${api.url}${path}`, { headers: { authorization: `Bearer ${token}` } })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${path}: ${text}`)
  return { ms: performance.now() - beganAt, text }
}

/** What the feature asks of the database for one page, counted in this process. */
async function countStatements(ctx: Context, reseller: ManagedNode): Promise<Figures> {
  let statements = 0
  let opened = 0
  const db: Context['db'] = {
    ...ctx.db,
    forAccount(accountId) {
      opened += 1
      return ctx.db.forAccount(accountId)
    },
    forReseller(path) {
      const scoped = ctx.db.forReseller(path)
      const counted = (text: TemplateStringsArray, ...parts: unknown[]) => {
        statements += 1
        return scoped(text, ...parts)
      }
      return Object.assign(counted, { text: scoped.text }) as unknown as typeof scoped
    },
  }
  await listCustomers({ ...ctx, db }, reseller, {})({ after: 0, limit: pageSize })
  return { 'statements for a page': statements, 'accounts opened for a page': opened }
}

/** From the call until every watched account refuses a change, and all accounts have the status. */
async function measureSuspension(
  { open: { ctx } }: Installation,
  api: Served,
  reseller: ManagedNode,
  customers: FleetAccount[],
): Promise<Figures> {
  const tokens = await Promise.all(customers.map((account) => getToken(api, { account })))
  const beganAt = performance.now()
  const elapsed = () => (performance.now() - beganAt) / 1_000
  const change = { status: 'suspended', withCustomers: true, ...why } as const
  await changeStatus(ctx, await getPlatform(ctx), reseller.id, change)
  const refused = Promise.all(tokens.map((token) => until(() => isRefused(api, token)))).then(elapsed)
  const applied = until(async () => (await countUnapplied(ctx, reseller)) === 0).then(elapsed)
  return {
    'last change refused after suspension, s': await refused,
    'last account suspended, s': await applied,
  }
}

/** Suspends some accounts by themselves. Returns the statuses of all. */
async function suspendSome(ctx: Context, reseller: ManagedNode): Promise<Map<number, string>> {
  const some = await ctx.db.directory<{ id: string }>`
    select id from nodes where path > ${reseller.path} and path < ${reseller.path}::text || '~' and name like 'Fleet%'
      and number % ${suspendedBefore}::int = 0`
  const change = { status: 'suspended', withCustomers: true, ...why } as const
  for (const { id } of some) await changeStatus(ctx, reseller, id, change)
  await until(async () => (await countUnapplied(ctx, reseller)) === 0)
  return listStatuses(ctx)
}

async function countSosEmails(mailbox: Mailbox): Promise<Figures> {
  const isSos = ({ to, raw }: Mailbox['messages'][number]) =>
    to.includes('watch@example.com') && /^Subject: .*SOS/m.test(raw)
  const count = () => mailbox.messages.filter(isSos).length
  await until(async () => count() >= watched).catch(() => {})
  return { 'SOS e-mails of suspended accounts': count() }
}

async function measureReopening(
  ctx: Context,
  reseller: ManagedNode,
  before: Map<number, string>,
): Promise<Figures> {
  const change = { status: 'active', withCustomers: true, ...why } as const
  const beganAt = performance.now()
  await changeStatus(ctx, await getPlatform(ctx), reseller.id, change)
  await until(async () => (await countUnapplied(ctx, reseller)) === 0)
  const after = await listStatuses(ctx)
  return {
    'last account open again, s': (performance.now() - beganAt) / 1_000,
    'accounts with another status after reopening': [...before].filter(
      ([account, status]) => after.get(account) !== status,
    ).length,
  }
}

async function listStatuses(ctx: Context): Promise<Map<number, string>> {
  const rows = await ctx.db.directory<{ accountId: number; status: string }>`
    select account_id, effective_status as status from directory_accounts`
  return new Map(rows.map(({ accountId, status }) => [accountId, status]))
}

async function countLost(ctx: Context, customers: FleetAccount[], acknowledged: number): Promise<Figures> {
  const countStored = async () => {
    let stored = 0
    for (const { accountId } of customers) {
      const [row] = await ctx.db.forAccount(accountId)<{ count: number }>`
        select count(*)::int as count from locations where account_id = ${accountId}`
      stored += row!.count
    }
    return stored
  }
  await until(async () => (await countStored()) >= acknowledged).catch(() => {})
  return {
    'locations acknowledged': acknowledged,
    'locations lost': Math.max(0, acknowledged - (await countStored())),
  }
}

async function isRefused(api: Served, token: string): Promise<boolean> {
  const answer = await fetch(`${api.url}/api/groups`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: `Group ${Math.random()}` }),
  })
  await answer.text()
  return answer.status === 403
}

/** Accounts of the reseller that its status has not reached yet. */
async function countUnapplied(ctx: Context, { path, id }: ManagedNode): Promise<number> {
  const [row] = await ctx.db.directory<{ count: number }>`
    select count(*)::int as count from nodes n join directory_accounts d on d.account_id = n.account_number
    where n.path > ${path} and n.path < ${path}::text || '~' and not n.is_staff
      and (d.node_version = 0 or d.node_status <> (
        select case when r.status = 'active' then n.status else r.status end from nodes r where r.id = ${id}))`
  return row!.count
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const endsAt = performance.now() + givesUpAfterMs
  while (!(await isSo())) {
    if (performance.now() > endsAt) throw new Error('it did not happen within a minute')
    await sleep(resolutionMs)
  }
}
