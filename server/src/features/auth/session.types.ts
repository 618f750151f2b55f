import type { AccountStatus } from '../../platform/http/account-status.ts'
import type { Role } from '../../platform/http/caller.ts'
import type { SignInMethod } from './sign-in.types.ts'

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
  /** Later than the user authenticated, if that was at a provider. */
  authenticatedAt: Date
  method: SignInMethod | null
  /** The user may sign in with the provider of the account only. */
  isSsoOnly: boolean
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
  authenticatedAt: Date
}

/** A short-lived token for the page, and the cookie to refresh it with. */
export interface SignedIn {
  token: string
  expires: Date
  cookie: string
  cookieExpires: Date
}
