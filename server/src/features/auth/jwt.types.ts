/** `clientId` is the API key or session that the token was issued for, with its version. */
export interface TokenClaims {
  userId: string
  account: string
  clientId: string
  /** The last authentication by password, passkey or API key. Refreshing a session does not count. */
  authenticatedAt: Date
  /** How a session authenticated (RFC 8176); absent for API keys. */
  amr?: readonly string[]
  expiresAt: Date
}

export interface IssuedToken {
  token: string
  expires: Date
}
