import type { Transport } from '@rastro/protocols'

/** A frame as it came, with what is needed to decode it again: its columns in the log of frames. */
export type KeptFrame = [
  receivedAtMs: number,
  protocol: string,
  transport: Transport,
  identifier: string,
  /** The dialect that its connection spoke. */
  variant: string | null,
  base64: string,
]
