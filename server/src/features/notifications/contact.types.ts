import type { Channel, Language } from './notification.types.ts'

export interface ContactDocument {
  name: string
  channel: Channel
  /** An e-mail address, or a phone number in E.164 format. */
  address: string
  language?: Language
  /** The user it belongs to. */
  userId?: string | null
}

export interface StoredContact extends Required<ContactDocument> {
  number: number
  id: string
  version: number
  verifiedAt: Date | null
  /** The sealed address, where `address` is only what users see of it. */
  secret: Buffer | null
  codeHash: Buffer | null
  codeSentAt: Date | null
  codeTries: number
}
