/** Of the sender of an e-mail. The address stays that of the platform, so that mail servers accept it. */
export interface MailBrand {
  name: string
  replyTo: string | null
  /** Plain text below the e-mail. */
  footer: string | null
}

/** The brand of an account; 0 is the platform. Undefined if none is set: the sender is then as configured. */
export type FindMailBrand = (accountId: number) => Promise<MailBrand | undefined>
