export interface Change {
  /** Past tense, with its room: `devices.created`. */
  action: string
  /** The identifier of what was changed. */
  target: string
  before: unknown
  after: unknown
}

/** Who did it: a user, or the operator where there is none. */
export interface Actor {
  userId: string | null
  clientId: string | null
  requestId: string | null
}

export interface AuditRow extends Actor {
  number: number
  at: Date
  action: string
  target: string
  before: string | null
  after: string | null
  previousHash: Buffer
  hash: Buffer
}
