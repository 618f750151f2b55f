export const messageChannels = ['email', 'sms', 'push', 'telegram', 'chat', 'whatsapp', 'voice'] as const
export type MessageChannel = (typeof messageChannels)[number]

/** E-mails, SMS, messages of the channels that cost nothing, and the prices of all together. */
export const capKinds = ['email', 'sms', 'message', 'money'] as const
export type CapKind = (typeof capKinds)[number]

export const capPeriods = ['day', 'month'] as const
export type CapPeriod = (typeof capPeriods)[number]

export const capNames = [
  'emailsPerDay',
  'emailsPerMonth',
  'smsPerDay',
  'smsPerMonth',
  'moneyPerDay',
  'moneyPerMonth',
] as const
export type CapName = (typeof capNames)[number]

export function forEachCap<T>(value: (name: CapName) => T): Record<CapName, T> {
  return Object.fromEntries(capNames.map((name) => [name, value(name)])) as Record<CapName, T>
}

/** Null: no cap. Money is in millionths of the currency. */
export type Caps = Record<CapName, number | null>

/** A cap with its use in the current period. */
export interface CapUse {
  /** In force; null for no cap. */
  cap: number | null
  used: number
  /** The tenth of the cap that only critical alerts may use. */
  keptForCritical: number | null
  startsOn: string
  resetsAt: Date
}

/** Prices of one message, in millionths of the currency. */
export interface Prices {
  email: number
  /** Beginnings of telephone numbers, and the price for each; the longest decides. */
  smsPrefixes: string[]
  smsPrices: number[]
  whatsapp: number
  /** A minute of a call. */
  voice: number
}

/** Caps of accounts for which the operator has set none. */
export interface CapDefaults {
  emailDay: number
  smsDay: number
  /** By push, Telegram and chat together. */
  messageDay: number
}

/** Who can have nothing left for an account. */
export type BudgetLevel = 'platform' | 'reseller'

/** A notification that lacks a budget lease. */
export interface BudgetRequest {
  channel: MessageChannel
  isCritical: boolean
  price: number
  /** What the account's own caps leave; null for no cap. */
  unitsLeft: number | null
  /** The end of the account's day. */
  dayEndsAt: Date
}
