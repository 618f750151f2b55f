// Locations on their way to the server: gathered for each device, sent by the thousand, a few calls at a time. Sent again
// they are stored once, so whatever was cut short is simply done again.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Rastro } from '@rastro/client'
import { RastroError } from '@rastro/client'
import type { Faults } from './faults.ts'
import type { NewLocation } from './new-location.ts'

/** What one call takes: the server refuses more. */
const maxPerCall = 1_000
const maxBytesPerCall = 1_500_000
const maxCallsAtOnce = 4
/** In a dump ordered by time the devices take turns; so much is held to make long calls of it. */
const maxHeld = 200_000

/** The SDK tries for some seconds; an import of hours should outlive a restart of the server. */
const passing = new Set([0, 429, 502, 503, 504])
const pauseMs = 5_000
const maxPauses = 60

export interface Uploaded {
  /** New ones. */
  stored: number
  /** Known before. */
  duplicates: number
  /** In the server's log, not yet stored when it answered. */
  accepted: number
}

export interface Upload {
  /** Waits where too much is on its way. `where` names the place in the file. */
  add(deviceId: string, location: NewLocation, where: string): Promise<void>
  /** Sends what is left, which may be much; says how far it is. */
  end(onSent: (sent: number, total: number) => void): Promise<Uploaded>
}

interface Held {
  deviceId: string
  texts: string[]
  places: string[]
  bytes: number
}

export function createUpload(rastro: Rastro, faults: Faults): Upload {
  const held = new Map<string, Held>()
  const calls = new Set<Promise<void>>()
  const uploaded: Uploaded = { stored: 0, duplicates: 0, accepted: 0 }
  let count = 0
  let failure: unknown

  async function report({ deviceId, texts, places }: Held): Promise<void> {
    const body = `{"history":true,"locations":[${texts.join(',')}]}` as never
    const headers = { 'content-type': 'application/json' }
    const options = { path: { deviceId }, body, headers }
    const answer = (await persistently(() => rastro.post('/api/devices/{deviceId}/locations', options))) as {
      stored?: number
      duplicates?: number
      accepted?: number
      rejected: { index: number; error: string }[]
    }
    uploaded.stored += answer.stored ?? 0
    uploaded.duplicates += answer.duplicates ?? 0
    uploaded.accepted += answer.accepted ?? 0
    for (const { index, error } of answer.rejected) faults.add(places[index] ?? '', error)
  }

  async function send(batch: Held): Promise<void> {
    held.delete(batch.deviceId)
    count -= batch.texts.length
    while (calls.size >= maxCallsAtOnce) await Promise.race(calls)
    if (failure) throw failure
    const call = report(batch)
      .catch((error) => {
        failure ??= error
      })
      .finally(() => calls.delete(call))
    calls.add(call)
  }

  /** The longest first, until half is gone: so the calls stay long. */
  async function makeRoom(): Promise<void> {
    const longest = [...held.values()].sort((one, other) => other.texts.length - one.texts.length)
    for (const batch of longest) {
      if (count <= maxHeld / 2) return
      await send(batch)
    }
  }

  return {
    async add(deviceId, location, where) {
      if (failure) throw failure
      let batch = held.get(deviceId)
      if (!batch) {
        batch = { deviceId, texts: [], places: [], bytes: 0 }
        held.set(deviceId, batch)
      }
      const text = JSON.stringify(location)
      batch.texts.push(text)
      batch.places.push(where)
      batch.bytes += text.length
      count += 1
      if (batch.texts.length >= maxPerCall || batch.bytes >= maxBytesPerCall) await send(batch)
      else if (count >= maxHeld) await makeRoom()
    },
    async end(onSent) {
      const total = count
      for (const batch of [...held.values()]) {
        await send(batch)
        onSent(total - count, total)
      }
      await Promise.all(calls)
      if (failure) throw failure
      return uploaded
    },
  }
}

async function persistently<T>(work: () => Promise<T>): Promise<T> {
  for (let pauses = 0; ; pauses += 1) {
    try {
      return await work()
    } catch (error) {
      const isPassing = error instanceof RastroError && passing.has(error.status)
      // A day that is used up does not come back in minutes.
      if (!isPassing || error.code === 'quota.exhausted' || pauses >= maxPauses) throw error
      await sleep(pauseMs)
    }
  }
}
