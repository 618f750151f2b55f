// The same alert of the same device again and again is one line with a count.

import type { Alert } from '@rastro/client'
import { valuesIn } from '../../ui/tell-alert.ts'

export interface Fold {
  key: string
  /** The newest first. */
  alerts: [Alert, ...Alert[]]
}

/** Of a list with the newest first; each stands where its newest stands. */
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

/** Another area, another input or another word of somebody is another thing. */
function keyOf({ deviceId, rule, name, severity, text }: Alert): string {
  const { area, input } = valuesIn(text)
  const subject = area ?? input ?? (rule === null ? text : '')
  return JSON.stringify([deviceId, rule, name, severity, subject])
}

export interface Line {
  alert: Alert
  fold: Fold
  /** The first of its fold; the others show only while the fold is open. */
  isHead: boolean
}

export function linesOf(folds: readonly Fold[], opened: ReadonlySet<string>): Line[] {
  return folds.flatMap((fold) =>
    fold.alerts
      .slice(0, opened.has(fold.key) ? undefined : 1)
      .map((alert, index): Line => ({ alert, fold, isHead: index === 0 })),
  )
}
