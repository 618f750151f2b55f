export const languages = ['en', 'es', 'pt'] as const
export type Language = (typeof languages)[number]

/** What every text may use. Names come from users: they are made safe before a text gets them. */
export interface MailFacts {
  product: string
  /** The public host of the installation. */
  host: string
  name: string
  userName: string
  account: string
  values: Record<string, string>
  /** An instant in the time zone of the user, in the language of the e-mail. */
  time(instant: string): string
}

export interface MailText {
  subject: string
  /** Paragraphs before the button. */
  lines: string[]
  button?: { label: string; url: string }
  /** Paragraphs after it: what to do if the reader did not expect the e-mail. */
  after: string[]
}

export interface MailKind {
  /** A notice goes to every verified address of the user. A link goes to the e-mail address of the user alone. */
  isNotice: boolean
  /** Users need it to object: other e-mails do not use up its daily limit. */
  isCountedApart?: boolean
  texts: Record<Language, (facts: MailFacts) => MailText>
}
