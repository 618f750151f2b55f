import type { AccountStatus } from '../../platform/http/account-status.ts'
import type { Language } from '../auth/mail/mail.types.ts'
import type { Licenses } from '../licenses/license.types.ts'

export interface Account {
  publicId: string
  name: string
  timeZone: string
  licenses: Licenses
  /** For how many days new API keys may be valid; null: without a limit. */
  apiKeyMaxDays: number | null
  status: AccountStatus
  statusReason: string | null
  statusChangedAt: Date | null
  trialEndsAt: Date | null
  /** Null: as long as the retention class. */
  historyDays: number | null
  /** The days of the retention class. */
  maxHistoryDays: number
  /** Id of the map that users see until they choose another. Null: the first that the operator offers. */
  mapLayer: string | null
  /** Whether its people manage a reseller. */
  isStaff: boolean
  createdAt: Date
  modifiedAt: Date
}

/** Account details that only the operator sees. */
export interface AccountTerms {
  /** User name of the account holder. */
  owner: string
  retention: RetentionName
  statusChangedBy: string | null
}

export interface NewAccount {
  name: string
  timeZone: string
  licenses: number
  /** Absent: not a trial. */
  trialEndsAt?: Date
  owner: {
    userName: string
    name: string
    email: string
    country: string
    /** Null for an owner who signs in with API keys only. */
    passwordHash: string | null
    /** Set for a temporary password, which must be changed until then. */
    temporaryPasswordUntil?: Date
    /** The owner has proven to receive e-mail at the address. */
    emailVerifiedAt?: Date
    /** Of e-mails. */
    language?: Language
  }
}

/** How long history is kept; the table retention_classes has the days of each. */
export const retentionNames = ['short', 'standard'] as const
export type RetentionName = (typeof retentionNames)[number]
