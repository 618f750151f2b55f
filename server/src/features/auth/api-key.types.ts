import type { Privilege } from '../../platform/http/caller.ts'

/** What a key may do less than its user. Null: no limit of its own. */
export interface KeyLimits {
  /** Of those that the user has. */
  privileges: Privilege[] | null
  /** Of the groups that the user sees. */
  groupIds: string[] | null
  deviceId: string | null
  expiresAt: Date | null
  /** Networks in CIDR notation from which the key is accepted. */
  networks: string[] | null
}

export interface ApiKey extends KeyLimits {
  id: string
  name: string
  userId: string
  userName: string
  createdAt: Date
  lastUsedAt: Date | null
  lastUsedFrom: string | null
  /** Until then the secret before the current one is accepted too. */
  previousUntil: Date | null
  previousUsedAt: Date | null
}

/** A key with its secret, which is known only on creation. */
export interface NewApiKey extends ApiKey {
  apiKey: string
}

/** An absent limit is none; an absent end is the latest that the account allows. */
export interface NewKeyFields extends Partial<KeyLimits> {
  name: string
}
