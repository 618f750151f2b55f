// What a new account has already done.

/** An account with more devices has found its way. */
export const maxDevices = 5

export const steps = ['connect', 'move', 'rule', 'contact', 'colleague'] as const
export type Step = (typeof steps)[number]

export interface Found {
  /** The first few. */
  devices: { lastSeenAt: string | null }[]
  rules: { type: string }[]
  contacts: unknown[]
  users: unknown[]
}

export function stepsDone({ devices, rules, contacts, users }: Found): ReadonlySet<Step> {
  const done: Record<Step, boolean> = {
    connect: devices.length > 0,
    move: devices.some(({ lastSeenAt }) => lastSeenAt !== null),
    // Every account starts with a rule for the SOS button.
    rule: rules.length > 1 || rules.some(({ type }) => type !== 'sos'),
    contact: contacts.length > 0,
    colleague: users.length > 1,
  }
  return new Set(steps.filter((step) => done[step]))
}
