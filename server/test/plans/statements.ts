// Examines the plan of every statement that tests run for the first time. A new statement without an index fails the
// file that runs it.

import { subscribe } from 'node:diagnostics_channel'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { isFullLane } from '../../../scripts/lane.ts'
import { databaseOf, examinerOptions, openExaminer, sizes } from './examine.ts'
import { reasonToTolerate } from './tolerated.ts'

interface Seen {
  text: string
  /** The calls that led to it, from the feature on. */
  calls: string[]
}

let unexamined: Seen[] = []
if (isFullLane) {
  subscribe('rastro:statement', (text) => {
    unexamined.push({ text: String(text), calls: callsOf(new Error().stack ?? '') })
  })
}

const driver = /platform\/db\/(statement|db)\.ts|test\/plans\/|node_modules|node:/

function callsOf(stack: string): string[] {
  const lines = stack.split('\n').slice(1)
  return lines
    .map((line) => line.match(/\/((?:server|sdk|cli|scripts|bench|chaos)\/[^\s:)]+:\d+)/)?.[1] ?? '')
    .filter((call) => call && !driver.test(call))
}

/** Only what the product runs, and not what it runs as an operator. */
function isExaminable({ text, calls: [caller = ''] }: Seen): boolean {
  if (!caller.startsWith('server/src/') || caller.includes('.test.ts')) return false
  return (
    !caller.startsWith('server/src/operations/') && /^\s*(select|with|insert|update|delete|\()/i.test(text)
  )
}

/** In the full lane, because filling the databases takes several seconds of two processors. Waits for them. */
export async function requireGoodPlans(): Promise<void> {
  if (!isFullLane) return
  const examined = unexamined.filter(isExaminable)
  unexamined = []
  if (examined.length === 0) return
  const findings: string[] = []
  for (const size of sizes) {
    await untilExists(databaseOf(size))
    const connectionString = inject('services').appUrl.replace('DATABASE', databaseOf(size))
    const client = new pg.Client({ connectionString, options: examinerOptions })
    await client.connect()
    try {
      const examiner = await openExaminer(client, size)
      for (const { text, calls } of examined) {
        if (reasonToTolerate(text)) continue
        const found = (await examiner.examine(text)) ?? []
        if (found.length > 0)
          findings.push(
            `In a ${size} installation, ${calls.slice(0, 2).join(' < ')} ${found.join(', ')}: ${text}`,
          )
      }
    } finally {
      await client.end()
    }
  }
  if (findings.length > 0)
    throw new Error(`Statements without an index (see server/test/plans):\n${findings.join('\n\n')}`)
}

export async function untilExists(database: string): Promise<void> {
  const client = new pg.Client({
    connectionString: inject('services').superuserUrl.replace('DATABASE', 'postgres'),
  })
  await client.connect()
  try {
    const find = () => client.query('select from pg_database where datname = $1', [database])
    while ((await find()).rowCount === 0) await sleep(200)
  } finally {
    await client.end()
  }
}
