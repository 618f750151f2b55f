// Names of places for many rows at once: what is asked for within a moment is one request.

import type { Place } from '@rastro/client'
import { rastro } from '../../session/session.ts'
import { inBackground } from '../in-background.ts'

const gatherMs = 150
/** What a request may have. */
const maxPoints = 200

interface Waiting {
  point: { latitude: number; longitude: number }
  signal: AbortSignal
  resolve(place: Place): void
  reject(error: unknown): void
}

let waiting: Waiting[] = []
let isScheduled = false

export function loadPlace(latitude: number, longitude: number, signal: AbortSignal): Promise<Place> {
  return new Promise((resolve, reject) => {
    waiting.push({ point: { latitude, longitude }, signal, resolve, reject })
    schedule()
  })
}

function schedule(): void {
  if (isScheduled) return
  isScheduled = true
  setTimeout(() => inBackground(send()), gatherMs)
}

/** Rows that were scrolled away meanwhile are left out. */
async function send(): Promise<void> {
  const wanted = waiting.filter(({ signal }) => !signal.aborted)
  const now = wanted.slice(0, maxPoints)
  waiting = wanted.slice(maxPoints)
  isScheduled = false
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
