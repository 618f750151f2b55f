export const emailSenderStates = ['pending', 'verified', 'withdrawn'] as const
export type EmailSenderState = (typeof emailSenderStates)[number]

/**
 * What is wrong with the DNS record: it does not exist, has another key, is one of several, or is marked as a test;
 * `unreachable`: DNS has not answered.
 */
export const dnsFaults = ['missing', 'different', 'several', 'testing', 'unreachable'] as const
export type DnsFault = (typeof dnsFaults)[number]

export const smsSenderStates = ['requested', 'approved', 'refused'] as const
export type SmsSenderState = (typeof smsSenderStates)[number]

/** The public half, as in DNS. */
export interface DkimName {
  domain: string
  selector: string
  publicKey: string
}

export interface StoredEmailSender extends DkimName {
  address: string
  state: EmailSenderState
  fault: DnsFault | null
  hasDmarc: boolean | null
  checkedAt: Date | null
  triedAt: Date | null
  verifiedAt: Date | null
  updatedAt: Date
}

export interface NewEmailSender extends DkimName {
  address: string
  /** Sealed. */
  privateKey: Buffer
}

export interface SmsSender {
  sender: string
  state: SmsSenderState
  reason: string | null
  requestedAt: string
  decidedAt: string | null
}
