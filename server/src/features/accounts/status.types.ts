import type { AccountStatus } from '../../platform/http/account-status.ts'

export interface AccountState {
  publicId: string
  name: string
  status: AccountStatus
  reason: string | null
  changedAt: Date | null
  /** What a block or a closing returns to, the latest last. */
  previousStatuses: AccountStatus[]
  trialEndsAt: Date | null
  trialNextAt: Date | null
  owner: { id: string; email: string }
}

/** Reasons of the program, translated for the reader. */
export type StatusReason =
  | 'closed_by_holder'
  | 'closing_undone'
  | 'provider_reopened'
  | 'provider_suspended'
  | 'trial_ended'

export interface StatusChange {
  status: AccountStatus
  /** Shown to the owner: 1 to 500 characters of an operator, or a code. */
  reason: StatusReason | (string & {})
  /** The user, the operator’s name, or `trial`. Shown to operators. */
  author: string
  /** Of a closing. */
  eraseAt?: Date
}

/** How many accounts have each status. */
export type StatusCounts = Record<AccountStatus, number>
