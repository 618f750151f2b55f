// Uploads locations: batched by device, up to a thousand per call, a few calls at a time. Uploading is idempotent, so
// an interrupted import is simply run again.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Rastro } from '@rastro/client'
import { RastroError } from '@rastro/client'
import type { Faults } from './faults.ts'
import type { NewLocation } from './new-location.ts'

/** The maximum per call: the server refuses more. */
const maxPerCall = 1_000
const maxBytesPerCall = 1_500_000
const maxCallsAtOnce = 4
/** In a dump ordered by time the devices alternate; so much is buffered to make large calls. */
const maxBuffered = 200_000

/** The SDK retries for some seconds; an import of hours should survive a restart of the server. */
const transient = new Set([0, 429, 502, 503, 504])
const pauseMs = 5_000
const maxPauses = 60

export interface Uploaded {
  /** New locations. */
  stored: number
  /** Already stored before. */
  duplicates: number
  /** In the server's log, but not yet stored when it responded. */
  accepted: number
}

export interface Upload {
  /** Waits if too much is in flight. `where` is the location in the file. */
  add(deviceId: string, location: NewLocation, where: string): Promise<void>
  /** Sends the rest, which may be large, and reports its progress. */
  end(onSent: (sent: number, total: number) => void): Promise<Uploaded>
}

interface Batch {
  deviceId: string
  texts: string[]
  positions: string[]
  bytes: number
}

export function createUpload(rastro: Rastro, faults: Faults): Upload {
  const batches = new Map<string, Batch>()
  const calls = new Set<Promise<void>>()
  const uploaded: Uploaded = { stored: 0, duplicates: 0, accepted: 0 }
  let count = 0
  let failure: unknown

  async function report({ deviceId, texts, positions }: Batch): Promise<void> {
    const body = `{"history":true,"locations":[${texts.join(',')}]}` as never
    const headers = { 'content-type': 'application/json' }
    const options = { path: { deviceId }, body, headers }
    const answer = (await persistently<unknown>(() =>
      rastro.post('/api/devices/{deviceId}/locations', options),
    )) as {
      stored?: number
      duplicates?: number
      accepted?: number
      rejected: { index: number; error: string }[]
    }
    uploaded.stored += answer.stored ?? 0
    uploaded.duplicates += answer.duplicates ?? 0
    uploaded.accepted += answer.accepted ?? 0
    for (const { index, error } of answer.rejected) faults.add(positions[index] ?? '', error)
  }

  async function send(batch: Batch): Promise<void> {
    batches.delete(batch.deviceId)
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

  /** The longest batches first, until half is sent: so the calls stay large. */
  async function flushLongest(): Promise<void> {
    const longest = [...batches.values()].sort((one, other) => other.texts.length - one.texts.length)
    for (const batch of longest) {
      if (count <= maxBuffered / 2) return
      await send(batch)
    }
  }

  return {
    async add(deviceId, location, where) {
      if (failure) throw failure
      let batch = batches.get(deviceId)
      if (!batch) {
        batch = { deviceId, texts: [], positions: [], bytes: 0 }
        batches.set(deviceId, batch)
      }
      const text = JSON.stringify(location)
      batch.texts.push(text)
      batch.positions.push(where)
      batch.bytes += text.length
      count += 1
      if (batch.texts.length >= maxPerCall || batch.bytes >= maxBytesPerCall) await send(batch)
      else if (count >= maxBuffered) await flushLongest()
    },
    async end(onSent) {
      const total = count
      for (const batch of [...batches.values()]) {
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
      const isTransient = error instanceof RastroError && transient.has(error.status)
      // An exhausted daily quota does not recover within minutes.
      if (!isTransient || error.code === 'quota.exhausted' || pauses >= maxPauses) throw error
      await sleep(pauseMs)
    }
  }
}
