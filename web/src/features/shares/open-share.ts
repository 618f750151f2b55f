// What a link answers. The link is the proof: no session is asked for, and none is told.

import type { AnswerOf, SharedLocation } from '@rastro/client'
import { createClient } from '@rastro/client'
import { hasPlace } from './shared-places.ts'

export type OpenShare = AnswerOf<'/share/{secret}', 'get'>

const visitor = createClient({ url: location.origin, token: async () => 'none' })
/** The same address is a page for whoever prefers one. */
const headers = { accept: 'application/json' }
const maxPages = 20
const openAgainMs = 15_000

export function readShare(secret: string): Promise<OpenShare> {
  return visitor.get('/share/{secret}', { path: { secret }, headers })
}

/** Where a device was, as far as the share shows it: longitude, latitude. */
export async function readTrail(
  secret: string,
  device: number,
  signal: AbortSignal,
): Promise<[number, number][]> {
  const points: [number, number][] = []
  let pages = 0
  const options = { path: { secret }, query: { device, limit: 1_000 }, headers, signal }
  for await (const { locations } of visitor.pages('/share/{secret}/locations', options)) {
    for (const location of locations) {
      if (hasPlace(location) && location.valid) points.push([location.longitude, location.latitude])
    }
    pages += 1
    if (pages === maxPages) break
  }
  return points
}

export interface Watching {
  onLocation(location: SharedLocation): void
  onLine(isLive: boolean): void
  /** It expired, was revoked, or cannot be watched now. */
  onEnd(): void
}

/** The browser's own stream: it comes again by itself, and says what it heard last. Only a refusal makes it give up. */
export function watchShare(secret: string, { onLocation, onLine, onEnd }: Watching): () => void {
  let source: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  function open(): void {
    source = new EventSource(`/share/${encodeURIComponent(secret)}/stream`)
    source.addEventListener('hello', () => onLine(true))
    source.addEventListener('location', ({ data }) => onLocation(JSON.parse(data as string)))
    source.addEventListener('end', () => {
      source.close()
      onEnd()
    })
    source.addEventListener('error', () => {
      onLine(false)
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
