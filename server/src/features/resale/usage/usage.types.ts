/** What is counted of an account on each day. */
export const meters = ['licensesPeak', 'licensesGranted', 'emails', 'sms', 'apiUnits', 'locations'] as const
export type Meter = (typeof meters)[number]

/** A closed day of an account. It never changes. */
export interface UsageDay extends Record<Meter, number> {
  accountId: string
  accountName: string
  day: string
  /** The end of the day in the time zone of the account. */
  endsAt: string
}

/** The sums of an account over some days; of licenses the highest day, and the sum of days. */
export interface UsageSums extends Record<Meter, number> {
  days: number
  licenseDays: number
}

/** Local days of the accounts, both included. */
export interface Period {
  from: string
  to: string
}

/** A closed day that was not reported to the reseller tree yet. */
export interface ClosedDay extends Record<Meter, number> {
  accountNumber: number
  day: string
  endsAt: Date
  closedAt: Date
  /** SMS by the beginning of the telephone number. */
  smsPrefixes: Record<string, number>
}
