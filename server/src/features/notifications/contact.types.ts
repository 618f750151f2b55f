import type { Channel, Language } from './notification.types.ts'

export interface ContactDocument {
  name: string
  channel: Channel
  /** An e-mail address, or a number as E.164 writes it. */
  address: string
  language?: Language
  /** The user of the account that it belongs to. */
  user?: string | null
}

export interface StoredContact extends Required<ContactDocument> {
  number: number
  id: string
  version: number
  verifiedAt: Date | null
  codeHash: Buffer | null
  codeSentAt: Date | null
  codeTries: number
}
