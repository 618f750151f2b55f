// The API of an opened share link. The secret in the link is the only credential: no session is used.

import type { AnswerOf, SharedLocation } from '@rastro/client'
import { createClient } from '@rastro/client'
import { getPreferences } from '../../session/preferences.ts'
import type { TrailStep } from './shared-locations.ts'
import { stepsOf } from './shared-locations.ts'

export type OpenShare = AnswerOf<'/share/{secret}', 'get'>

const client = createClient({
  url: location.origin,
  token: async () => 'none',
  language: () => getPreferences().language,
  units: () => getPreferences().units,
})
/** Browsers get a page at the same URL. */
const headers = { accept: 'application/json' }
const maxPages = 20
const openAgainMs = 15_000

export function readShare(secret: string): Promise<OpenShare> {
  return client.get('/share/{secret}', { path: { secret }, headers })
}

/** The track of a device as far as it is shared. */
export async function readTrail(
  secret: string,
  { device, from }: { device: number; from: string | undefined },
  signal: AbortSignal,
): Promise<TrailStep[]> {
  const steps: TrailStep[] = []
  let pages = 0
  const query = { device, limit: 1_000, ...(from && { from }) }
  const options = { path: { secret }, query, headers, signal }
  for await (const { locations } of client.pages('/share/{secret}/locations', options)) {
    for (const location of locations) steps.push(...stepsOf(location))
    pages += 1
    if (pages === maxPages) break
  }
  return steps
}

export interface Watching {
  onLocation(location: SharedLocation): void
  onConnection(isLive: boolean): void
  /** It expired, was revoked, or cannot be streamed now. */
  onEnd(): void
}

/** An EventSource: reconnects by itself with the last event id. Only an error response ends it. */
export function watchShare(secret: string, { onLocation, onConnection, onEnd }: Watching): () => void {
  let source: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  function open(): void {
    source = new EventSource(`/share/${encodeURIComponent(secret)}/stream`)
    source.addEventListener('hello', () => onConnection(true))
    source.addEventListener('location', ({ data }) => onLocation(JSON.parse(data as string)))
    source.addEventListener('end', () => {
      source.close()
      onEnd()
    })
    source.addEventListener('error', () => {
      onConnection(false)
      if (source.readyState !== EventSource.CLOSED) return
      onEnd()
      timer = setTimeout(open, openAgainMs)
    })
  }
  open()
  return () => {
    clearTimeout(timer)
    source.close()
  }
}
