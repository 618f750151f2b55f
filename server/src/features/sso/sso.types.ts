import type { Privilege } from '../../platform/http/caller.ts'

export const ssoModes = ['off', 'allowed', 'required'] as const
export type SsoMode = (typeof ssoModes)[number]

/** What users with a value of the claim may do. Those of several values add up; never more than an administrator. */
export interface RoleRule {
  value: string
  role: 'administrator' | 'standard'
  privileges: Privilege[]
  groupIds: string[]
}

/** What an administrator enters. */
export interface SsoSettings {
  name: string
  issuer: string
  clientId: string
  mode: SsoMode
  createsUsers: boolean
  keepsApiKeys: boolean
  claim: string
  roles: RoleRule[]
}

/** The result of the last test, for the settings. */
export interface SsoTest {
  testedAt: string
  /** Null: the sign-in was complete. */
  failure: string | null
  subject?: string
  email?: string | null
  emailVerified?: boolean
  /** Of the claim of the roles. */
  values?: string[]
  /** What a new user would get. Null: no role matches. */
  role?: 'administrator' | 'standard' | null
}

export interface StoredProvider extends SsoSettings {
  secret: Buffer
  version: number
  modifiedAt: Date
  testedAt: Date | null
  test: SsoTest | null
  lastSuccessAt: Date | null
  lastFailureAt: Date | null
  lastFailure: string | null
}

export interface SsoDomain {
  domain: string
  token: string
  addedAt: Date
  verifiedAt: Date | null
  checkedAt: Date | null
  fault: 'no_record' | 'other_record' | 'dns_failed' | 'taken' | null
}

export interface SsoIdentity {
  userId: string
  isProvisioned: boolean
}

/** What a provider has about a person, after every check of the ID token. */
export interface Person {
  issuer: string
  subject: string
  sid: string | null
  email: string | null
  isEmailVerified: boolean
  /** The provider has sent that it is not. Absent is less than that. */
  isEmailUnverified: boolean
  name: string | null
  /** Of the claim of the roles. */
  values: string[]
  authenticatedAt: Date
  hasAuthTime: boolean
  amr: string[]
}

/**
 * Why a sign-in did not lead to a session, for the page: `expired` (no state), `cancelled` (by the user), `provider`
 * (unreachable), `refused` (a check failed), `unknown` (no user and none created), `inactive`, `no_role`, `name_taken`.
 */
export type SsoRefusal =
  | 'expired'
  | 'cancelled'
  | 'provider'
  | 'refused'
  | 'unknown'
  | 'inactive'
  | 'no_role'
  | 'name_taken'

export type SsoPurpose = 'signIn' | 'proof' | 'link' | 'test'
