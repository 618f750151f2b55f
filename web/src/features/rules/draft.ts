// A rule in the editor.

import type { AlertRule, Fault } from '@rastro/client'
import { RastroError } from '@rastro/client'
import type { RuleKind } from './kinds.ts'
import { kindForms } from './kinds.ts'

export type Draft = Omit<AlertRule, 'id' | 'createdAt' | 'modifiedAt'>
export type Hours = NonNullable<Draft['conditions']['schedule']>[number]

export function newDraft(kind: RuleKind, name: string): Draft {
  const { starts, isUrgent } = kindForms[kind]
  return {
    name,
    type: kind,
    enabled: true,
    severity: isUrgent ? 'critical' : 'warning',
    settings: starts,
    conditions: {},
    groups: [],
    devices: [],
    geofences: [],
    contacts: [],
    escalation: 'default',
  }
}

/** Only the fields of the rule: responses have more. */
export function draftOf(rule: AlertRule): Draft {
  const { name, type, enabled, severity, settings, conditions, groups, devices, geofences } = rule
  const { contacts, escalation } = rule
  return {
    ...{ name, type, enabled, severity, settings, conditions, groups, devices, geofences },
    ...{ contacts, escalation },
  }
}

/** Without empty values: the server refuses unknown ones and applies its defaults. */
export function toBody(draft: Draft): Draft {
  const settings = Object.fromEntries(
    Object.entries(draft.settings).filter(([, value]) => value !== undefined && value !== ''),
  )
  const { schedule, timeZone, accuracyM } = draft.conditions
  const hours = schedule && schedule.length > 0 ? schedule : undefined
  const conditions = {
    ...(hours && { schedule: hours }),
    ...(hours && timeZone && { timeZone }),
    ...(accuracyM !== undefined && { accuracyM }),
  }
  return { ...draft, name: draft.name.trim(), settings, conditions }
}

/** The first fault of a field or inside it, as the server words it. */
export type FaultAt = (...paths: string[]) => string | undefined

export function faultsOf(error: unknown): FaultAt {
  const faults: Fault[] = error instanceof RastroError ? error.details : []
  const isNameTaken = error instanceof RastroError && error.code === 'alertRules.name_taken'
  return (...paths) => {
    if (isNameTaken && paths.includes('name')) return (error as RastroError).message
    const found = faults.find((fault) => {
      const path = fault.path.replace(/^rule\./, '')
      return paths.some((wanted) => path === wanted || path.startsWith(`${wanted}.`))
    })
    return found?.message
  }
}
