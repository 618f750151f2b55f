export interface ApiKey {
  id: string
  name: string
  userId: string
  userName: string
  createdAt: Date
  lastUsedAt: Date | null
  lastUsedFrom: string | null
}

/** A key with its secret, which is known only on creation. */
export interface NewApiKey extends ApiKey {
  apiKey: string
}
