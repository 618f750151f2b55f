export interface Change {
  /** Resource and past tense: `devices.created`. */
  action: string
  /** The id of the changed resource. */
  target: string
  before: unknown
  after: unknown
}

/** A user, or the operator if all fields are null. */
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
