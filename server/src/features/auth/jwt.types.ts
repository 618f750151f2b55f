/** What a token says. `clientId` is the API key or session it was issued for, with its version. */
export interface TokenClaims {
  userId: string
  account: string
  clientId: string
  /** When he last proved who he is, by password or API key. Renewing a session proves nothing. */
  provedAt: Date
  expiresAt: Date
}

export interface IssuedToken {
  token: string
  expires: Date
}
