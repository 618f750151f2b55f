/** A secret of an account, with which somebody brings its locations in one protocol. */
export interface IngestKey {
  id: string
  protocol: string
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

/** At the one moment when its secret is known. */
export interface NewIngestKey extends IngestKey {
  secret: string
}

/** Whose locations come in by it. */
export interface AuthenticatedKey {
  id: string
  accountId: number
}
