// What a cap is, and how the operator's and the account's caps combine. A cap of zero allows nothing.

import type { Spent, StoredCaps } from './cap.queries.ts'
import { unlimited } from './cap.queries.ts'
import type { CapDefaults, CapKind, CapName, CapPeriod, Caps, CapUse } from './spending.types.ts'
import { forEachCap } from './spending.types.ts'

type Kind = Exclude<CapKind, 'message'>
const kinds: Record<CapName, { kind: Kind; period: CapPeriod }> = {
  emailsPerDay: { kind: 'email', period: 'day' },
  emailsPerMonth: { kind: 'email', period: 'month' },
  smsPerDay: { kind: 'sms', period: 'day' },
  smsPerMonth: { kind: 'sms', period: 'month' },
  moneyPerDay: { kind: 'money', period: 'day' },
  moneyPerMonth: { kind: 'money', period: 'month' },
}

export function kindOf(name: CapName): { kind: Kind; period: CapPeriod } {
  return kinds[name]
}

export const noCaps: StoredCaps = forEachCap(() => null)

/** What the operator allows: set, or the default of the installation. */
export function allowedOf(max: StoredCaps, { emailDay, smsDay }: CapDefaults): Caps {
  const defaults: Partial<Caps> = { emailsPerDay: emailDay, smsPerDay: smsDay }
  return forEachCap((name) => toCap(max[name] ?? defaults[name] ?? null))
}

/** What the terms of the resellers above the account leave of it. */
export function withinTerms(caps: Caps, terms: Partial<StoredCaps>): Caps {
  return forEachCap((name) => narrowest(caps[name], terms[name] ?? null))
}

/** The lower one counts. */
export function narrowest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other)
}

export function toCap(stored: number | null): number | null {
  return stored === unlimited ? null : stored
}

export function useOf(name: CapName, cap: number | null, spent: Spent[]): CapUse {
  const { kind, period } = kinds[name]
  const { startsOn, endsAt, emails, sms, money } = spent.find((one) => one.period === period)!
  return {
    cap,
    used: { email: emails, sms, money }[kind],
    keptForCritical: cap === null ? null : Math.ceil(cap / 10),
    startsOn,
    resetsAt: endsAt,
  }
}
