// A plan as it is typed: distances in the user's units, empty fields for what it does not have.

import type { MaintenancePlan } from '@rastro/client'
import type { Units } from '../../session/preferences.ts'
import { fromTyped, toTyped } from '../../ui/trips/meter-values.ts'

export const measures = ['Km', 'Hours', 'Days'] as const
export type Measure = (typeof measures)[number]
export type Typed = number | ''

export interface PlanDraft {
  name: string
  every: Record<Measure, Typed>
  warn: Record<Measure, Typed>
  groups: string[]
  devices: string[]
}

export function fromPlan(plan: MaintenancePlan | undefined, units: Units): PlanDraft {
  const shown = (measure: Measure, value: number | null | undefined): Typed => {
    if (value === null || value === undefined) return ''
    return measure === 'Km' ? Math.round(toTyped('odometer', value, units)) : value
  }
  const fieldsOf = (kind: 'every' | 'warn') => ({
    Km: shown('Km', plan?.[`${kind}Km`]),
    Hours: shown('Hours', plan?.[`${kind}Hours`]),
    Days: shown('Days', plan?.[`${kind}Days`]),
  })
  return {
    name: plan?.name ?? '',
    every: fieldsOf('every'),
    warn: fieldsOf('warn'),
    groups: plan?.groups ?? [],
    devices: plan?.devices ?? [],
  }
}

export function toBody({ name, every, warn, groups, devices }: PlanDraft, units: Units) {
  const km = (value: Typed) => (value === '' ? null : Math.round(fromTyped('odometer', value, units)))
  const plain = (value: Typed) => (value === '' ? null : value)
  const warnOf = <T>(measure: Measure, value: T) => (every[measure] === '' ? null : value)
  return {
    name: name.trim(),
    everyKm: km(every.Km),
    everyHours: plain(every.Hours),
    everyDays: plain(every.Days),
    warnKm: warnOf('Km', km(warn.Km)),
    warnHours: warnOf('Hours', plain(warn.Hours)),
    warnDays: warnOf('Days', plain(warn.Days)),
    groups,
    devices,
  }
}
