import type { Transport } from '@rastro/protocols'

/** A raw frame in the frame log, with everything needed to decode it again. */
export type ArchivedFrame = [
  receivedAtMs: number,
  protocol: string,
  transport: Transport,
  identifier: string,
  /** The protocol variant of its connection. */
  variant: string | null,
  base64: string,
]
