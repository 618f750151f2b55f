// Licenses move at random through a tree of resellers over two cells, while the processes that move them and the
// notifiers that settle them are killed. No pool may ever give more than it has, no account use more than it was granted,
// and in the end everything is settled.

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Report } from '../scripts/proof/report.ts'
import { readConfig } from '../server/src/config/config.ts'
import { createCustomer } from '../server/src/features/resale/customer.api.ts'
import type { ManagedNode } from '../server/src/features/resale/resale.types.ts'
import { createReseller, transferLicenses } from '../server/src/features/resale/reseller.api.ts'
import { getPlatform } from '../server/src/features/resale/tree.api.ts'
import { joinCells } from '../server/src/platform/cells/cells.ts'
import type { Context } from '../server/src/platform/context.ts'
import { createPool } from '../server/src/platform/db/db.ts'
import { createLog } from '../server/src/platform/observability/log.ts'
import type { Random } from '../simulator/src/random.ts'
import { createRandom } from '../simulator/src/random.ts'
import type { Installation } from './installation/installation.ts'
import { install, installDirectory } from './installation/installation.ts'
import { countBrokenSums, countOverUsed } from './pools/look.ts'
import type { Mover } from './pools/movers.ts'
import { startMover } from './pools/movers.ts'

export interface PoolsOptions {
  seconds: number
  seed: number
}

type Query = Installation['query']
type CellContext = Pick<Context, 'db' | 'cells' | 'config' | 'now' | 'log'> & { end(): Promise<void> }

const moverCount = 4
const lanesOfMover = 16
const accountsOfReseller = 12
const firstLicenses = 1_000
const maxLicenses = 40
const settledWithinMs = 60_000
const why = { reason: 'chaos', author: 'chaos' }

export async function pools({ seconds, seed }: PoolsOptions, log: (line: string) => void): Promise<Report> {
  log(`seed ${seed}`)
  const undo: (() => Promise<unknown>)[] = []
  try {
    const directory = await installDirectory()
    undo.push(directory.remove)
    const cells: Installation[] = []
    for (const number of [1, 2]) {
      const cell = await install({
        processes: { notifier: 'notifier' },
        cell: { number, directory },
        // Nobody receives the invitations.
        settings: { RASTRO_SMTP_URL: 'smtp://127.0.0.1:9' },
        userName: `owner${number}@example.com`,
      })
      undo.push(cell.remove)
      cells.push(cell)
    }
    const contexts = cells.map(({ env }) => openContext(env))
    undo.push(() => Promise.all(contexts.map((ctx) => ctx.end())))
    const tree = await connect(directory.ownerUrl, undo)
    const stores: Query[] = []
    for (const { postgres } of cells) stores.push(await connect(postgres.url('superuser', 'rastro'), undo))

    const nodeIds = await grow(contexts)
    await useSome(cells)
    log(`${nodeIds.length} nodes below the platform, in two cells`)
    const movers = Array.from({ length: moverCount }, (_, index) =>
      startMover(cells[index % cells.length]!.env, {
        seed: seed + index,
        lanes: lanesOfMover,
        maxLicenses,
        nodeIds,
      }),
    )
    undo.push(() => Promise.all(movers.map((mover) => mover.kill())))

    const seen = await shake({ cells, stores, movers, tree, seconds, random: createRandom(seed) })
    await Promise.all(movers.map((mover) => mover.kill()))
    for (const cell of cells) await cell.roles.get('notifier')!.start()
    const settledMs = await settle(tree)
    const rest = await differences(tree, cells)
    const served = await rush(contexts[0]!)
    const outcomes = new Map<string, number>()
    for (const mover of movers)
      for (const [name, count] of mover.outcomes) outcomes.set(name, (outcomes.get(name) ?? 0) + count)
    for (const [name, count] of outcomes) log(`  ${name}: ${count}`)
    const countOf = (name: string) => outcomes.get(name) ?? 0
    return {
      figures: {
        seed,
        lanes: moverCount * lanesOfMover,
        ...seen,
        moved: countOf('done') + countOf('pending'),
        refusedByPool: countOf('licenses.pool_empty'),
        refusedInUse: countOf('licenses.in_use'),
        settledMs,
        pendingLeft: rest.pending,
        accountsThatDiffer: rest.differing,
        rushAsked: 64,
        rushServed: served,
      },
      targets: {
        // Processes start slowly on a busy machine.
        looks: { atLeast: seconds * 8 },
        brokenSums: { is: 0 },
        overUsed: { is: 0 },
        kills: { atLeast: Math.floor(seconds / 3) },
        moved: { atLeast: seconds * 5 },
        refusedInUse: { atLeast: 1 },
        settledMs: { atMost: settledWithinMs },
        pendingLeft: { is: 0 },
        accountsThatDiffer: { is: 0 },
        rushServed: { is: 25 },
      },
    }
  } finally {
    for (const step of undo.toReversed()) await step()
  }
}

/** One connection: the looks must be frequent. */
async function connect(connectionString: string, undo: (() => Promise<unknown>)[]): Promise<Query> {
  const client = new pg.Client({ connectionString, options: '-c rastro.directory=on' })
  await client.connect()
  undo.push(() => client.end())
  return async (sql, values) => (await client.query(sql, values)).rows as never
}

function openContext(env: Record<string, string>): CellContext {
  const config = readConfig(env)
  const log = createLog('error')
  const db = createPool(config.db, log, 'rastro-chaos')
  const cells = joinCells(config.cells, log, 'rastro-chaos')
  return {
    config,
    log,
    db,
    cells,
    now: () => new Date(),
    async end() {
      await cells?.end()
      await db.end()
    },
  }
}

/** Three levels of resellers, and accounts of both cells below each. Returns the ids of all. */
async function grow(contexts: CellContext[]): Promise<string[]> {
  const [first] = contexts as [CellContext]
  const platform = await getPlatform(first)
  const ids: string[] = []
  let parentId = platform.id
  for (const name of ['Distributor', 'Dealer', 'Installer']) {
    const id = await createReseller(first, platform, { parentId, name })
    const licenses = parentId === platform.id ? firstLicenses : firstLicenses / 10
    await transferLicenses(first, platform, { nodeId: id, licenses, ...why })
    ids.push(id)
    for (const ctx of contexts)
      for (let index = 0; index < accountsOfReseller; index += 1)
        ids.push(await addAccount(ctx, platform, id))
    parentId = id
  }
  // The platform has any number: only what is below the first reseller can run out.
  return ids.slice(1)
}

let accountCount = 0
function addAccount(ctx: CellContext, platform: ManagedNode, parentId: string): Promise<string> {
  accountCount += 1
  const email = `customer${accountCount}@example.com`
  const owner = { userName: email, name: email, email, country: 'ES' }
  return createCustomer(ctx, platform, { parentId, licenses: 0, name: email, timeZone: 'UTC', owner })
}

/** Some licenses are in use, so that some that are asked back must stay. */
async function useSome(cells: Installation[]): Promise<void> {
  for (const { query } of cells) {
    await query(`
      insert into devices (account_id, id, name, created_at, modified_at)
      select a.account_id, 'dev_' || lpad(a.account_id || 'x' || n, 22, '0'), 'Boat', now(), now()
      from accounts a, generate_series(1, 5) as n where a.account_id % 2 = 0`)
  }
}

interface Shaken {
  cells: Installation[]
  stores: Query[]
  movers: Mover[]
  tree: Query
  seconds: number
  random: Random
}

async function shake({ cells, stores, movers, tree, seconds, random }: Shaken) {
  const until = performance.now() + seconds * 1_000
  const counted = { looks: 0, brokenSums: 0, overUsed: 0, kills: 0, notifierKills: 0 }
  const watching = (async () => {
    while (performance.now() < until) {
      counted.brokenSums += await countBrokenSums(tree)
      for (const store of stores) counted.overUsed += await countOverUsed(tree, store)
      counted.looks += 1
      await sleep(20)
    }
  })()
  while (performance.now() < until) {
    await sleep(random.between(200, 800))
    const mover = random.pick(movers)
    if (mover.isReady()) {
      await mover.replace()
      counted.kills += 1
    }
    if (random.next() < 0.1) {
      const notifier = random.pick(cells).roles.get('notifier')!
      await notifier.kill()
      counted.notifierKills += 1
      notifier.start().catch(() => {})
    }
  }
  await watching
  return counted
}

/** How long the notifiers take for what the killed processes left. */
async function settle(tree: Query): Promise<number> {
  const began = performance.now()
  while (performance.now() - began < settledWithinMs * 2) {
    const [row] = await tree<{ count: string }>(
      `select count(*) from license_transfers where state = 'pending'`,
    )
    if (Number(row!.count) === 0) break
    await sleep(100)
  }
  return Math.round(performance.now() - began)
}

/** In the end every account has exactly what was granted. */
async function differences(tree: Query, cells: Installation[]) {
  const [row] = await tree<{ count: string }>(
    `select count(*) from license_transfers where state = 'pending'`,
  )
  const nodes = await tree<{ account: number; granted: number }>(
    `select account_number as account, granted from nodes where kind = 'account' and granted is not null`,
  )
  const usable = new Map<number, number>()
  for (const { query } of cells)
    for (const { account, licenses } of await query<{ account: number; licenses: number }>(
      'select account_id as account, licenses from accounts',
    ))
      usable.set(account, licenses)
  return {
    pending: Number(row!.count),
    differing: nodes.filter(({ account, granted }) => usable.get(account) !== granted).length,
  }
}

/** Many ask at once for 40 of 1,000. Returns how many were served. */
async function rush(ctx: CellContext): Promise<number> {
  const platform = await getPlatform(ctx)
  const reseller = await createReseller(ctx, platform, { parentId: platform.id, name: 'Rush' })
  await transferLicenses(ctx, platform, { nodeId: reseller, licenses: 1_000, ...why })
  const below: string[] = []
  for (let index = 0; index < 64; index += 1)
    below.push(await createReseller(ctx, platform, { parentId: reseller, name: `Dealer ${index}` }))
  const outcomes = await Promise.allSettled(
    below.map((nodeId) => transferLicenses(ctx, platform, { nodeId, licenses: 40, ...why })),
  )
  return outcomes.filter(({ status }) => status === 'fulfilled').length
}
