// Folds repeated alerts of the same device into one row with a count.

import type { Alert } from '@rastro/client'
import { readAlertValues } from '@rastro/client/alert-values'

export interface Fold {
  key: string
  /** Newest first. */
  alerts: [Alert, ...Alert[]]
}

/** Expects the newest first; each fold takes the position of its newest alert. */
export function fold(alerts: readonly Alert[]): Fold[] {
  const folds = new Map<string, Fold>()
  for (const alert of alerts) {
    const key = keyOf(alert)
    const there = folds.get(key)
    if (there) there.alerts.push(alert)
    else folds.set(key, { key, alerts: [alert] })
  }
  return [...folds.values()]
}

/** Another area, input or reported text is another alert. */
function keyOf({ deviceId, ruleId, name, severity, text }: Alert): string {
  const { area, input } = readAlertValues(text)
  const subject = area ?? input ?? (ruleId === null ? text : '')
  return JSON.stringify([deviceId, ruleId, name, severity, subject])
}

export interface InboxRow {
  alert: Alert
  fold: Fold
  /** The first of its fold; the others are shown only while the fold is open. */
  isHead: boolean
}

export function rowsOf(folds: readonly Fold[], opened: ReadonlySet<string>): InboxRow[] {
  return folds.flatMap((fold) =>
    fold.alerts
      .slice(0, opened.has(fold.key) ? undefined : 1)
      .map((alert, index): InboxRow => ({ alert, fold, isHead: index === 0 })),
  )
}
