import type { Letter } from '../templates/message.types.ts'

/** One message on its way out. */
export interface Message {
  /** The same however often it is sent, so that who receives it twice can tell. */
  id: string
  to: string
  letter: Letter
}

/**
 * What became of handing a message over. Only a refusal is certain that nothing left; where the line was lost after the
 * message was said, nobody knows.
 */
export type Outcome =
  | { kind: 'accepted'; providerId?: string | undefined }
  | { kind: 'refused'; why: string; isTemporary: boolean }
  | { kind: 'unknown'; why: string }

export interface Transport {
  /** Never throws: whatever happens is an outcome. */
  send(message: Message): Promise<Outcome>
  stop(): Promise<void>
}
