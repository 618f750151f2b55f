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
