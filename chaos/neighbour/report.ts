// The figures of the neighbour by period, the bounds, and the verdict on the control.

import type { Report } from '../../scripts/proof/report.ts'
import { missed } from '../../scripts/proof/report.ts'
import type { Checks } from './checks.ts'
import type { Life } from './life.ts'
import { locationsPerSecond } from './life.ts'
import type { Period, Sample } from './periods.ts'
import { medianWindowP99, samplesOf, summaryOf } from './periods.ts'
import { alignedTable } from './waves.ts'

type Samples = Pick<Life, 'acknowledgedBySocket' | 'acknowledgedByHttp' | 'calls' | 'refusals'>

export interface Findings {
  life: Samples
  checks: Checks
  quiet: Period
  attack: Period
  recovery: Period
}

const windowMs = 5_000
const minMissedByControl = 3
const maxRatio = 2
const maxStolenShare = 0.05

export function tableOfPeriods({ life, checks }: Findings, periods: readonly Period[]): string {
  const rows = periods.map((period) => {
    const { acknowledged, bySocket, byHttp, stored, calls, alerts } = summariesOf(life, checks, period)
    const cells = [
      ...[acknowledged.p50Ms, acknowledged.p99Ms, bySocket.p99Ms, byHttp.p99Ms],
      ...[stored.p999Ms, calls.p99Ms],
      ...[alerts.count, alerts.maxMs],
    ]
    return [period.name, ...cells.map((cell) => (Number.isNaN(cell) ? '' : String(Math.round(cell))))]
  })
  const head = [
    ...['period', 'ack p50', 'ack p99', 'TCP+UDP', 'HTTP', 'stored p99.9', 'API p99', 'SOS'],
    'mailed max, ms',
  ]
  return alignedTable([head, ...rows])
}

function summariesOf(life: Samples, checks: Checks, period: Period) {
  const of = (samples: Life['calls']) => summaryOf(samplesOf(samples, period))
  return {
    acknowledged: of(acknowledgedOf(life)),
    bySocket: of(life.acknowledgedBySocket),
    byHttp: of(life.acknowledgedByHttp),
    stored: of(checks.stored),
    calls: of(life.calls),
    alerts: of(checks.alerts),
  }
}

function acknowledgedOf({ acknowledgedBySocket, acknowledgedByHttp }: Samples): Sample[] {
  return [...acknowledgedBySocket, ...acknowledgedByHttp]
}

export function reportOf(
  { life, checks, quiet, attack, recovery }: Findings,
  { minAttacks, isControl }: { minAttacks: number; isControl: boolean },
  given: Report['figures'],
): Report {
  const before = summariesOf(life, checks, quiet)
  const { acknowledged, bySocket, byHttp, stored, calls, alerts } = summariesOf(life, checks, attack)
  const after = summariesOf(life, checks, recovery)
  const windowed = (period: Period) => medianWindowP99(acknowledgedOf(life), period, windowMs)
  const attackSeconds = (attack.toMs - attack.fromMs) / 1_000
  return {
    figures: {
      ...given,
      acknowledged: acknowledged.count,
      quietAcknowledgedP99Ms: before.acknowledged.p99Ms,
      attackAcknowledgedP99Ms: acknowledged.p99Ms,
      recoveryAcknowledgedP99Ms: after.acknowledged.p99Ms,
      acknowledgedP99Ratio: acknowledged.p99Ms / before.acknowledged.p99Ms,
      socketP99Ratio: bySocket.p99Ms / before.bySocket.p99Ms,
      httpP99Ratio: byHttp.p99Ms / before.byHttp.p99Ms,
      acknowledgedP99RatioOfWindows: windowed(attack) / windowed(quiet),
      storedP99Ms: stored.p99Ms,
      storedP999Ms: stored.p999Ms,
      storedMaxMs: stored.maxMs,
      sosAlerts: alerts.count,
      alertP50Ms: alerts.p50Ms,
      alertP99Ms: alerts.p99Ms,
      apiCalls: calls.count,
      quietApiP99Ms: before.calls.p99Ms,
      apiP50Ms: calls.p50Ms,
      apiP99Ms: calls.p99Ms,
      apiRefused: [...life.refusals.values()].reduce((sum, times) => sum + times, 0),
      lost: checks.lost,
      alertsMissing: checks.alertsMissing,
      alertsExtra: checks.alertsExtra,
      mailsMissing: checks.mailsMissing,
      eventsMissing: checks.eventsMissing,
    },
    targets: {
      attacks: { atLeast: minAttacks },
      lost: { is: 0 },
      alertsMissing: { is: 0 },
      alertsExtra: { is: 0 },
      mailsMissing: { is: 0 },
      eventsMissing: { is: 0 },
      cursorsLost: { is: 0 },
      hiddenByForgery: { is: 0 },
      crashes: { is: 0 },
      // A busy host hides no miss of the control: it slows the quiet period too.
      ...(isHostBusy(given) && !isControl ? {} : boundsOfTime(attackSeconds)),
    },
  }
}

function boundsOfTime(attackSeconds: number): Report['targets'] {
  return {
    acknowledged: { atLeast: Math.floor(locationsPerSecond * attackSeconds * 0.95) },
    acknowledgedP99Ratio: { atMost: maxRatio },
    socketP99Ratio: { atMost: maxRatio },
    storedP999Ms: { atMost: 5_000 },
    sosAlerts: { atLeast: 5 },
    alertP99Ms: { atMost: 10_000 },
    apiP99Ms: { atMost: 1_000 },
    apiRefused: { is: 0 },
    unsent: { is: 0 },
  }
}

/** Times of a machine that did not run for a part of the time are those of its host. */
function isHostBusy({ quietStolenShare = 0, attackStolenShare = 0 }: Report['figures']): boolean {
  return Math.max(Number(quietStolenShare), Number(attackStolenShare)) > maxStolenShare
}

/** The control is good if it misses the bounds: otherwise the attacks would prove nothing. */
export function controlOf(report: Report): Report {
  const bounds = missed(report)
  return {
    figures: { ...report.figures, boundsMissed: bounds.length, missed: bounds.join(', ') },
    targets: { boundsMissed: { atLeast: minMissedByControl } },
  }
}
