// What remains of an interval, and what work has cost, as texts.

import type { MaintenancePlan, MaintenanceState } from '@rastro/client'
import type { Translate } from '../alert-text.ts'
import type { Format } from '../use-format.ts'

type Remaining = Pick<MaintenanceState, 'remainingKm' | 'remainingHours' | 'remainingDays'>

/** One text per measure of the plan. */
export function remainingTexts(
  { remainingKm, remainingHours, remainingDays }: Remaining,
  t: Translate,
  format: Format,
): string[] {
  const whole = { maximumFractionDigits: 0 }
  const texts: [number | null, (value: number) => string][] = [
    [remainingKm, (value) => format.distance(value * 1_000)],
    [remainingHours, (value) => t('maintenance:remaining.hours', { value: format.number(value, whole) })],
    [remainingDays, (value) => daysText(value, t, format)],
  ]
  return texts.flatMap(([value, text]) => {
    if (value === null) return []
    return value < 0 ? [t('maintenance:remaining.over', { value: text(-value) })] : [text(value)]
  })
}

type Interval = Pick<MaintenancePlan, 'everyKm' | 'everyHours' | 'everyDays'>

export function intervalText(
  { everyKm, everyHours, everyDays }: Interval,
  t: Translate,
  format: Format,
): string {
  const parts = { remainingKm: everyKm, remainingHours: everyHours, remainingDays: everyDays }
  return remainingTexts(parts, t, format).join(' · ')
}

function daysText(count: number, t: Translate, format: Format): string {
  return t('maintenance:remaining.days', { count, value: format.number(count) })
}

/** How many decimals the amounts of a currency have: 2 for EUR, 0 for JPY. */
export function decimalsOf(currency: string): number {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency })
    return format.resolvedOptions().maximumFractionDigits ?? 2
  } catch {
    return 2
  }
}

export function costText(minor: number, currency: string, format: Format): string {
  const digits = decimalsOf(currency)
  return format.number(minor / 10 ** digits, { style: 'currency', currency, currencyDisplay: 'code' })
}
