export interface ApiKey {
  id: string
  name: string
  userId: string
  userName: string
  createdAt: Date
  lastUsedAt: Date | null
  lastUsedFrom: string | null
}

/** A key at the one moment when its secret is known. */
export interface NewApiKey extends ApiKey {
  apiKey: string
}
