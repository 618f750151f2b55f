import type { Context } from '../../platform/context.ts'
import type { Signature } from '../../platform/crypto/signature.ts'

/** In this order. Every step can be repeated. */
export const steps = [
  'begin',
  'revoke',
  'jobs',
  'history',
  'tables',
  'files',
  'settle',
  'sweep',
  'streams',
  'names',
  'statement',
  'mail',
  'finish',
] as const
export type Step = (typeof steps)[number]

export interface Erasure {
  accountId: number
  requestedAt: Date
  requestedBy: string
  dueAt: Date
  startedAt: Date | null
  /** When its credentials were deleted. */
  revokedAt: Date | null
  step: Step
  nextAt: Date | null
  devices: number[]
  identifiers: string[]
  rows: Record<string, number>
  messages: Record<string, number>
  files: number
  recipient: Buffer | null
  attempts: number
}

/** Whom the statement is sent to. */
export interface Recipient {
  address: string
  language: 'en' | 'es' | 'pt'
  account: string
}

/** What an erasure needs. Without NATS, which a restore may lack, the event log is not touched. */
export type EraseContext = Pick<Context, 'config' | 'db' | 'now' | 'log' | 'cells'> & {
  bus: Context['bus'] | undefined
}

export interface Statement {
  format: 1
  installation: string
  accountNumber: number
  /** SHA-256 of the account's public id: its holder can recognise it, others learn nothing. */
  accountHash: string
  requestedAt: string
  startedAt: string
  finishedAt: string
  rows: Record<string, number>
  messages: Record<string, number>
  exportFiles: number
  /** Until when copies may exist that cannot be deleted by account. */
  copiesUntil: { locationLog: string; frameLog: string; backups: string }
}

export interface SignedStatement {
  statement: Statement
  signature: Signature
}

/** The number of an erased account, and when its erasure began. */
export interface Tombstone {
  number: number
  erasedAt: Date
}

export interface Closing {
  requestedAt: Date
  eraseAt: Date
}
