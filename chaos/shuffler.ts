// Devices whose locations are sent through the API out of order: each is delayed by up to a minute.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../simulator/src/random.ts'
import { createRandom } from '../simulator/src/random.ts'
import { Route } from '../simulator/src/route.ts'
import type { Installation } from './installation/installation.ts'
import { getToken } from './installation/rest.ts'

export interface Shuffler {
  /** Sends what is still delayed, and stops. Returns how many were accepted. */
  finish(): Promise<number>
}

interface Held {
  dueMs: number
  location: object
}

const roundMs = 2_000
const longestMs = 60_000
const home = { latitude: 40.4, longitude: -3.7 }

export async function startShuffler(
  installation: Installation,
  count: number,
  seed: number,
): Promise<Shuffler> {
  const identifiers = Array.from({ length: count }, (_, index) => `shuffled-${index}`)
  await installation.register(identifiers)
  const devices = await installation.query<{ id: string }>(
    `select id from devices where identifier like 'shuffled-%'`,
  )
  const random = createRandom(seed + 77)
  const tracks = devices.map(({ id }, index) => ({
    id,
    route: new Route(createRandom(seed * 31 + index), home),
    held: [] as Held[],
  }))
  let isOver = false
  let accepted = 0
  let madeAtMs = Date.now()

  function make(): void {
    for (const nowMs = Date.now(); madeAtMs + 1_000 <= nowMs; madeAtMs += 1_000) {
      for (const { route, held } of tracks) {
        const { latitude, longitude, speedKmh } = route.advance(1)
        const location = {
          dateTime: new Date(madeAtMs).toISOString(),
          latitude,
          longitude,
          speed: speedKmh / 3.6,
          ...(random.between(0, 1) < 0.01 && { alerts: ['sos'] }),
        }
        held.push({ dueMs: nowMs + random.between(0, longestMs), location })
      }
    }
  }

  async function sendDue(atMs: number): Promise<void> {
    for (const track of tracks) {
      const due = track.held.filter(({ dueMs }) => dueMs <= atMs)
      track.held = track.held.filter(({ dueMs }) => dueMs > atMs)
      if (due.length > 0) accepted += await report(installation, track.id, shuffled(due, random))
    }
  }

  const working = (async () => {
    while (!isOver) {
      make()
      await sendDue(Date.now())
      await sleep(roundMs)
    }
    await sendDue(Number.POSITIVE_INFINITY)
    return accepted
  })()
  return {
    finish() {
      isOver = true
      return working
    },
  }
}

/** Retries until they are accepted: a repetition changes nothing. */
async function report({ apiUrl, owner }: Installation, id: string, held: Held[]): Promise<number> {
  for (;;) {
    try {
      const response = await fetch(`${apiUrl}/api/devices/${id}/locations`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${await tokenOf(apiUrl, owner)}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ locations: held.map(({ location }) => location) }),
        signal: AbortSignal.timeout(10_000),
      })
      if (response.ok) return held.length
      // A clock that was moved forward expires a token.
      if (response.status === 401) token = undefined
      if (response.status === 400) throw new TypeError(await response.text())
    } catch (error) {
      if (error instanceof TypeError && !('cause' in error)) throw error
    }
    await sleep(500)
  }
}

let token: { text: string; untilMs: number } | undefined
async function tokenOf(apiUrl: string, owner: Installation['owner']): Promise<string> {
  if (token && token.untilMs > Date.now()) return token.text
  const text = await getToken(apiUrl, owner)
  token = { text, untilMs: Date.now() + 1_800_000 }
  return text
}

function shuffled<T>(items: T[], random: Random): T[] {
  return items
    .map((item) => ({ item, at: random.between(0, 1) }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item)
}
