/** What a token says. `clientId` is the API key or session it was issued for, with its version. */
export interface TokenClaims {
  userId: string
  account: string
  clientId: string
  expiresAt: Date
}

export interface IssuedToken {
  token: string
  expires: Date
}
