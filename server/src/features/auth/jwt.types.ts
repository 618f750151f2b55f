/** `clientId` is the API key or session that the token was issued for, with its version. */
export interface TokenClaims {
  userId: string
  account: string
  clientId: string
  /** The last authentication by password or API key. Refreshing a session does not count. */
  authenticatedAt: Date
  expiresAt: Date
}

export interface IssuedToken {
  token: string
  expires: Date
}
