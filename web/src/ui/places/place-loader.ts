// Names of places for many rows at once: what is asked for within a moment is one request.

import type { Place } from '@rastro/client'
import { rastro } from '../../session/session.ts'
import { inBackground } from '../in-background.ts'

/** A list that scrolls asks for rows that leave at once: what is asked for is sent when it rests, or has waited long enough. */
const restMs = 400
const maxWaitMs = 2_000
/** What a request may have. */
const maxPoints = 200

interface Waiting {
  point: { latitude: number; longitude: number }
  signal: AbortSignal
  resolve(place: Place): void
  reject(error: unknown): void
}

let waiting: Waiting[] = []
let waitingSinceMs: number | undefined
let timer: ReturnType<typeof setTimeout> | undefined

export function loadPlace(latitude: number, longitude: number, signal: AbortSignal): Promise<Place> {
  return new Promise((resolve, reject) => {
    waiting.push({ point: { latitude, longitude }, signal, resolve, reject })
    schedule()
  })
}

function schedule(): void {
  const nowMs = performance.now()
  waitingSinceMs ??= nowMs
  clearTimeout(timer)
  timer = setTimeout(() => inBackground(send()), Math.min(restMs, waitingSinceMs + maxWaitMs - nowMs))
}

/** Rows that were scrolled away meanwhile are left out. */
async function send(): Promise<void> {
  const wanted = waiting.filter(({ signal }) => !signal.aborted)
  const now = wanted.slice(0, maxPoints)
  waiting = wanted.slice(maxPoints)
  waitingSinceMs = undefined
  if (waiting.length > 0) schedule()
  if (now.length === 0) return
  try {
    const body = { points: now.map(({ point }) => point) }
    const { places } = await rastro.post('/api/places/reverse', { body })
    for (const [index, { resolve }] of now.entries()) resolve(places[index]!)
  } catch (error) {
    for (const { reject } of now) reject(error)
  }
}
