import type { Mapping } from './mapping.types.ts'

/** The protocol of keys that take any JSON. */
export const mappingProtocol = 'mapping'

/** A secret with which an external service or phone reports locations of an account, in one protocol. */
export interface IngestKey {
  id: string
  protocol: string
  name: string
  /** Only of keys for `mapping`. */
  mapping: Mapping | null
  createdAt: Date
  lastUsedAt: Date | null
  /** When its mapping could last read something. */
  lastReadableAt: Date | null
  /** When it last could read nothing of a payload, and why. */
  lastFaultAt: Date | null
  lastFault: string | null
}

/** The only time when its secret is known. */
export interface NewIngestKey extends IngestKey {
  secret: string
}

/** A key whose secret was verified. */
export interface AuthenticatedKey {
  id: string
  accountId: number
  mapping: Mapping | null
}
