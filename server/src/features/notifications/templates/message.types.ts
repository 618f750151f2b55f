/** What is sent, in every form that a channel may want. */
export interface Letter {
  subject: string
  text: string
  html: string
  /** For an SMS: one line. */
  short: string
  picture: Buffer | undefined
}
