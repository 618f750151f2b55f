/** The content of a message in every format that a channel may need. */
export interface MessageContent {
  subject: string
  text: string
  html: string
  /** For an SMS: one line. */
  short: string
  picture: Buffer | undefined
  attachments?: Attachment[] | undefined
}

export interface Attachment {
  fileName: string
  mediaType: string
  content: Buffer
}
