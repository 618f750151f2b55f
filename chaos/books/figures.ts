// The findings of the checkers as figures of a report.

import type { AlertFindings } from './alert-checker.ts'
import type { Findings } from './ledger-checker.ts'

export function figuresOf(findings: Findings) {
  return {
    acknowledged: findings.acknowledged,
    stored: findings.stored,
    lost: findings.lost.length,
    duplicates: findings.duplicated.length,
    staleNewest: findings.stale.length,
  }
}

export function alertFiguresOf(alerts: AlertFindings) {
  return {
    alertsExpected: alerts.expected,
    alertsRaised: alerts.raised,
    alertsMissing: alerts.missing.length,
    alertsExtra: alerts.extra.length,
  }
}

/** The first of those that are missing, and of those without a reason. */
export function wrongAlertsOf({ missing, extra }: AlertFindings): string[] {
  const lines = (kind: string, alerts: string[]) => alerts.slice(0, 5).map((one) => `  alert ${kind}: ${one}`)
  return [...lines('missing', missing), ...lines('extra', extra)]
}
