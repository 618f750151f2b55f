// The caps in the order of the page, and what the form holds of them.

import type { SpendingCap } from '@rastro/client'

export const spendingKey = ['spending caps']

export const capsByKind = {
  email: ['emailsPerDay', 'emailsPerMonth'],
  sms: ['smsPerDay', 'smsPerMonth'],
  money: ['moneyPerDay', 'moneyPerMonth'],
} as const
export type CapKind = keyof typeof capsByKind
export type CapName = (typeof capsByKind)[CapKind][number]
export type Caps = Record<CapName, SpendingCap>

/** Own caps as they are typed: money in the currency, '' for none. */
export type CapInputs = Record<CapName, number | ''>

const capNames = Object.values(capsByKind).flat()
const millionths = 1_000_000

export const isMoney = (name: CapName) => name.startsWith('money')

/** Messages, or money in the currency. */
export function amountOf(name: CapName, value: number): number {
  return isMoney(name) ? value / millionths : value
}

export function toInputs(caps: Caps): CapInputs {
  return Object.fromEntries(
    capNames.map((name) => {
      const { ownCap } = caps[name]
      return [name, ownCap === null ? '' : amountOf(name, ownCap)]
    }),
  ) as CapInputs
}

/** Only what differs: another administrator may have changed the rest. */
export function toChanges(inputs: CapInputs, caps: Caps): Partial<Record<CapName, number | null>> {
  const before = toInputs(caps)
  const changed = capNames.filter((name) => inputs[name] !== before[name])
  return Object.fromEntries(
    changed.map((name) => {
      const value = inputs[name]
      if (value === '') return [name, null]
      return [name, Math.round(isMoney(name) ? value * millionths : value)]
    }),
  )
}

export type UseLevel = 'ok' | 'warned' | 'criticalOnly' | 'reached'

/** What the use of a cap means for the next message. */
export function levelOf({ cap, used, keptForCritical }: SpendingCap): UseLevel {
  if (cap === null) return 'ok'
  if (used >= cap) return 'reached'
  if (used >= cap - (keptForCritical ?? 0)) return 'criticalOnly'
  return used * 100 >= cap * 80 ? 'warned' : 'ok'
}
