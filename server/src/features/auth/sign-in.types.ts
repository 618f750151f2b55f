/** How somebody authenticates. Stored as text: a new way needs no migration. */
export const signInMethods = ['password', 'apiKey', 'passkey', 'link', 'sso'] as const
export type SignInMethod = (typeof signInMethods)[number]

/** Why an attempt was refused. Only the user and administrators see it, never the one who tries. */
export const refusalReasons = [
  'credentials',
  'inactive',
  'throttled',
  'network',
  'expired',
  'secondFactor',
  // Single sign-on is required, or the provider has not named this user.
  'sso',
] as const
export type RefusalReason = (typeof refusalReasons)[number]

/** From where somebody signs in: the client address, and the user agent as it was sent. */
export interface SignInOrigin {
  address: string
  agent: string | undefined
}

/** The same for what becomes a session: that belongs to the host on which it was opened. */
export interface SessionOrigin extends SignInOrigin {
  /** Of a reseller. Null: the platform. */
  host: string | null
}

/** What is kept of an origin. */
export interface Origin {
  /** One IPv4 address, or the /64 of an IPv6 one; null if a proxy sent something else. */
  network: string | null
  browser: string | null
  system: string | null
}
