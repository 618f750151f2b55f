import type { AccountStatus } from '../../platform/http/account-status.ts'
import type { Role } from '../../platform/http/caller.ts'

export interface Session {
  accountStatus: AccountStatus
  role: Role
  id: string
  userId: string
  /** On which it was opened. Null: that of the platform. */
  host: string | null
  secretHash: Buffer
  previousHash: Buffer | null
  createdAt: Date
  refreshedAt: Date
  expiresAt: Date
  disabled: boolean
  validFrom: Date | null
  userExpiresAt: Date | null
  /** How the user authenticated (RFC 8176). */
  amr: string[]
}

/** A session that was stored, and has no token yet. */
export interface OpenedSession {
  id: string
  secret: string
  expiresAt: Date
  amr: readonly string[]
}

/** A short-lived token for the page, and the cookie to refresh it with. */
export interface SignedIn {
  token: string
  expires: Date
  cookie: string
  cookieExpires: Date
}
