import type { AccountStatus } from '../../platform/http/account-status.ts'

export interface AccountState {
  publicId: string
  name: string
  status: AccountStatus
  reason: string | null
  changedAt: Date | null
  previousStatus: AccountStatus | null
  trialEndsAt: Date | null
  trialNextAt: Date | null
  owner: { id: string; email: string }
}

export interface StatusChange {
  status: AccountStatus
  /** Shown to the owner: 1 to 500 characters. */
  reason: string
  /** The user, the operator’s name, or `trial`. Shown to operators. */
  author: string
}

/** How many accounts have each status. */
export type StatusCounts = Record<AccountStatus, number>
