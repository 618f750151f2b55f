// Who takes a secret, and in which form.

export const kinds = [
  'owntracks',
  'garmin-ipc-outbound',
  'rockblock',
  'spot-push',
  'spot-feed',
  'globalstar-stu',
] as const
export type Kind = (typeof kinds)[number]

/** Whoever has a field for a token or password gets the secret apart; the others an address that ends with it. */
const takesSecret: readonly string[] = ['owntracks', 'garmin-ipc-outbound']

export interface MadeWay {
  secret: string
  /** Ends with the secret. */
  url: string
  ingestKey: { id: string; name: string; protocol: string }
}

/** What is shown once, and the plain address where that stands apart from it. */
export function shownOf({ secret, url, ingestKey }: MadeWay): {
  secret: string
  address: string | undefined
} {
  if (!takesSecret.includes(ingestKey.protocol)) return { secret: url, address: undefined }
  return { secret, address: url.slice(0, -secret.length - 1) }
}

export function isKind(protocol: string): protocol is Kind {
  return (kinds as readonly string[]).includes(protocol)
}
