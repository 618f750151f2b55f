export interface Session {
  id: string
  userId: string
  secretHash: Buffer
  previousHash: Buffer | null
  createdAt: Date
  refreshedAt: Date
  expiresAt: Date
  disabled: boolean
  validFrom: Date | null
  userExpiresAt: Date | null
}

/** A short token for the page's memory, and the cookie from which the next one comes. */
export interface SignedIn {
  token: string
  expires: Date
  cookie: string
  cookieExpires: Date
}
