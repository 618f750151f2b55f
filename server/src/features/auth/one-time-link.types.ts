/** What a link is for. A user has at most one of each kind. */
export const linkKinds = [
  'password-reset',
  'invitation',
  'email-confirmation',
  'email-undo',
  'second-factor',
  'export-download',
  'report-download',
  'support-approval',
] as const
export type LinkKind = (typeof linkKinds)[number]

/** Both set a password. */
export const passwordLinks = ['password-reset', 'invitation'] as const satisfies LinkKind[]

/** Ended by a new password: somebody with the old one may have asked for them. */
export const endedByPassword = [...passwordLinks, 'email-confirmation'] as const satisfies LinkKind[]

export interface NewLink {
  accountId: number
  /** The public id of the account. It is part of the link, and finds the home cell. */
  account: string
  userId: string
  kind: LinkKind
  /** Stored sealed; must be JSON. */
  payload?: object
  validForMs: number
  /** The user who asked for it. */
  createdBy?: string
}

export interface OneTimeLink {
  accountId: number
  account: string
  userId: string
  kind: LinkKind
  payload: unknown
  createdBy: string | null
  expiresAt: Date
}
