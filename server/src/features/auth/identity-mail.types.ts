import type { mailKinds } from './mail/kinds.ts'
import type { Language } from './mail/mail.types.ts'

export type IdentityMailKind = keyof typeof mailKinds

/** To the verified addresses of a user, or to one address that is not verified yet. */
export interface NewIdentityMail {
  /** 0 before an account exists. */
  accountId: number
  /** The user whose daily limit it counts against. */
  userId?: string | undefined
  address?: string | undefined
  kind: IdentityMailKind
  /** What the text contains besides the names of user and account. Stored sealed. */
  values: Record<string, string>
  /** Absent: the language of the user. */
  language?: Language | undefined
}

export interface LastIdentityMail {
  address: string
  state: 'waiting' | 'sent' | 'failed'
  attempts: number
  /** Of the last attempt that failed. */
  reason: string | null
  createdAt: Date
}

/** Hands one message to the mail server; never throws. */
export interface MailSender {
  send(message: {
    id: string
    to: string
    accountId: number
    subject: string
    text: string
    html: string
  }): Promise<MailOutcome>
  stop(): Promise<void>
}

export type MailOutcome =
  | { kind: 'accepted' }
  | { kind: 'refused'; why: string; isTemporary: boolean }
  | { kind: 'unknown'; why: string }
