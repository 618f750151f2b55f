export interface ListedSession {
  id: string
  /** Null for sessions that began before it was recorded. */
  method: string | null
  browser: string | null
  system: string | null
  network: string | null
  createdAt: Date
  /** To about ten minutes: when the token was last refreshed. */
  lastUsedAt: Date
  expiresAt: Date
}
