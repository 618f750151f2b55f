import type { KeyObject } from 'node:crypto'

/** An address that a brand has proved to be its own, and the key that signs for it. */
export interface MailSender {
  address: string
  domain: string
  selector: string
  key: KeyObject
}

/** Of the sender of e-mails and SMS. */
export interface MailBrand {
  name: string
  replyTo: string | null
  /** Plain text below the e-mail. */
  footer: string | null
  /** Null: the address stays that of the platform, so that mail servers accept it. */
  sender: MailSender | null
  /** Null: that of the platform. */
  smsSender: string | null
}

/** The brand of an account. Undefined if none is set: the sender is then as configured. */
export type FindMailBrand = (accountId: number) => Promise<MailBrand | undefined>
