import type { PushMessage } from '../push/subscription.types.ts'

/** The content of a message in every format that a channel may need. */
export interface MessageContent {
  subject: string
  text: string
  html: string
  /** For an SMS: one line. */
  short: string
  /** For channels that show links apart from the text. Names and texts come from users and devices. */
  parts?: MessageParts | undefined
  picture: Buffer | undefined
  /** For browsers. */
  push?: PushMessage | undefined
  attachments?: Attachment[] | undefined
}

export interface MessageParts {
  title: string
  lines: string[]
  links: { label: string; url: string }[]
}

export interface Attachment {
  fileName: string
  mediaType: string
  content: Buffer
}
