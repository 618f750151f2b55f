import type { MessageContent } from '../templates/message.types.ts'

/** One message to send. */
export interface Message {
  /** The same for every attempt, so that duplicates can be recognised. */
  id: string
  to: string
  /** Whose brand the sender has. Absent: the sender is as configured. */
  accountId?: number | undefined
  content: MessageContent
  /** For channels that carry answers: see acknowledgeByLink. Messages that are read contain its link. */
  acknowledgeToken?: string | undefined
}

/**
 * The outcome of handing a message to a provider. Only `refused` guarantees that nothing was sent; if the connection
 * is lost after the message was transmitted, the outcome is `unknown`.
 */
export type Outcome =
  | { kind: 'accepted'; providerId?: string | undefined }
  /** `isOfContent`: after the whole message was read. */
  | {
      kind: 'refused'
      why: string
      isTemporary: boolean
      isOfContent?: boolean
      /** The address no longer exists: nothing is sent to it any more. */
      isGone?: boolean
      /** Asked for by the provider; the pause is at least this long. */
      retryAfterSeconds?: number | undefined
    }
  | { kind: 'unknown'; why: string }

export interface Transport {
  /** Never throws: errors are outcomes. */
  send(message: Message): Promise<Outcome>
  stop(): Promise<void>
}
