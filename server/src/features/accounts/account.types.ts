import type { Licenses } from '../licenses/license.types.ts'

export interface Account {
  publicId: string
  name: string
  timeZone: string
  licenses: Licenses
  createdAt: Date
  modifiedAt: Date
}

/** What only the operator sees beside the account. */
export interface AccountTerms {
  /** User name of the account holder. */
  owner: string
  retention: RetentionName
}

export interface NewAccount {
  name: string
  timeZone: string
  licenses: number
  owner: {
    userName: string
    name: string
    email: string
    country: string
    password: string
    /** Then it is not his own, and must be changed until then. */
    temporaryPasswordUntil?: Date
  }
}

/** How long history is kept; the days of each stand in the table retention_classes. */
export const retentionNames = ['short', 'standard'] as const
export type RetentionName = (typeof retentionNames)[number]
