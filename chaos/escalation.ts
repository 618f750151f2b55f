// Escalation against acknowledgement. A simulated day of thousands of alerts runs the real statements on PostgreSQL with
// a clock of its own: several notifiers, killed between any two statements, late ones, acknowledgements at the instant a
// round is due, policies edited meanwhile, and changes of the clocks. Then real notifiers are killed with SIGKILL.

import type { Report } from '../scripts/proof/report.ts'
import { readConfig } from '../server/src/config/config.ts'
import { createPool } from '../server/src/platform/db/db.ts'
import { createRandom } from '../simulator/src/random.ts'
import { killNotifiers } from './escalation/kill.ts'
import type { Simulated } from './escalation/simulate.ts'
import { simulateDay } from './escalation/simulate.ts'
import { prepareAccounts } from './escalation/stage.ts'
import { install } from './installation/installation.ts'

export interface EscalationOptions {
  seeds: number
  seed: number
  seconds: number
}

/** Days on which clocks change: the schedules are in these zones. */
const days = [
  { from: '2026-03-28T22:00:00Z', timeZone: 'Europe/Madrid' },
  { from: '2026-10-24T21:00:00Z', timeZone: 'Europe/Madrid' },
  { from: '2026-11-01T03:00:00Z', timeZone: 'America/New_York' },
  { from: '2026-10-03T13:00:00Z', timeZone: 'Australia/Lord_Howe' },
]
const accountsPerDay = 4
const killedAlerts = 300

export async function escalation(
  { seeds, seed, seconds }: EscalationOptions,
  log: (line: string) => void,
): Promise<Report> {
  log(`seed ${seed}`)
  const installation = await install({
    processes: { notifier: 'notifier', 'notifier-2': 'notifier' },
    // Nobody receives the messages: each attempt is refused, and tried again later.
    settings: { RASTRO_SMTP_URL: 'smtp://127.0.0.1:9' },
  })
  try {
    const notifiers = ['notifier', 'notifier-2'].map((name) => installation.roles.get(name)!)
    // They have another clock.
    for (const notifier of notifiers) await notifier.kill()
    const config = readConfig(installation.env)
    const sum: Simulated = {
      ...{ alerts: 0, acknowledged: 0, rounds: 0, kills: 0, hastened: 0, edits: 0, lateSweeps: 0 },
      ...{ twice: 0, afterAcknowledgement: 0, late: 0, wrongOnCall: 0, unfinished: 0, errors: 0 },
    }
    for (const [index, day] of days.entries()) {
      const accounts = await prepareAccounts(installation, { count: accountsPerDay, ...day, index })
      const random = createRandom(seed * days.length + index)
      const alerts = Math.ceil(seeds / days.length)
      const found = await simulateDay(installation, { config, accounts, random, alerts, ...day })
      for (const key of Object.keys(sum) as (keyof Simulated)[]) sum[key] += found[key]
      log(`  ${day.timeZone} ${day.from.slice(0, 10)}: ${found.rounds} rounds, ${found.kills} kills`)
    }
    const pool = createPool(config.db, { warn() {}, error() {}, info() {} } as never, 'rastro-chaos')
    const [account] = await prepareAccounts(installation, {
      ...{ count: 1, timeZone: 'UTC', from: new Date().toISOString(), index: days.length },
    })
    const killed = await killNotifiers(installation, {
      ...{
        pool,
        account: account!,
        notifiers,
        seconds,
        alerts: killedAlerts,
        random: createRandom(seed + 1),
      },
    }).finally(() => pool.end())
    return {
      figures: { seed, ...sum, ...killed },
      targets: {
        alerts: { atLeast: seeds },
        acknowledged: { atLeast: seeds / 4 },
        kills: { atLeast: seeds / 20 },
        hastened: { atLeast: 1 },
        lateSweeps: { atLeast: 1 },
        twice: { is: 0 },
        afterAcknowledgement: { is: 0 },
        late: { is: 0 },
        wrongOnCall: { is: 0 },
        unfinished: { is: 0 },
        errors: { is: 0 },
        killedProcesses: { atLeast: Math.floor(seconds / 6) },
        killedRounds: { atLeast: killedAlerts },
        killedAfterAcknowledgement: { is: 0 },
        killedMessagesAfterAcknowledgement: { is: 0 },
        killedOverdue: { is: 0 },
      },
    }
  } finally {
    await installation.remove()
  }
}
