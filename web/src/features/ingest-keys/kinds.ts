// The systems that use ingest keys, and the form in which each takes the secret.

export const kinds = [
  'owntracks',
  'garmin-ipc-outbound',
  'rockblock',
  'spot-push',
  'spot-feed',
  'globalstar-stu',
  'chirpstack',
  'the-things-stack',
  'traccar-forward',
  'mapping',
] as const
export type Kind = (typeof kinds)[number]

/** Systems with a token or password field get the secret separately; the others a URL that ends with it. */
const takesSecret: readonly string[] = ['owntracks', 'garmin-ipc-outbound']

const alsoPublished: readonly string[] = ['chirpstack', 'the-things-stack', 'mapping']

/** Whether its messages can come from an MQTT broker too. */
export function isAlsoPublished(protocol: string): boolean {
  return alsoPublished.includes(protocol)
}

export interface CreatedIngestKey {
  secret: string
  /** Ends with the secret. */
  url: string
  ingestKey: { id: string; name: string; protocol: string }
}

/** The value that is shown once, and the plain URL if the secret is separate. */
export function shownOf({ secret, url, ingestKey }: CreatedIngestKey): {
  secret: string
  address: string | undefined
} {
  if (!takesSecret.includes(ingestKey.protocol)) return { secret: url, address: undefined }
  return { secret, address: url.slice(0, -secret.length - 1) }
}

export function isKind(protocol: string): protocol is Kind {
  return (kinds as readonly string[]).includes(protocol)
}
