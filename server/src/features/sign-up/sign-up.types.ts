import type { Language } from '../auth/mail/mail.types.ts'

/** What a person enters. The e-mail address becomes the user name. */
export interface SignUpRequest {
  email: string
  name: string
  accountName: string
  country: string
  timeZone: string
  language: Language
}
