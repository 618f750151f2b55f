// Clients of an installation that is archived: they read tracks, and report late and present locations.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../simulator/src/random.ts'
import type { Installation } from '../installation/installation.ts'
import type { Device, TrackBook, Wrong } from './track-book.ts'

export interface Clients {
  /** Weeks that are read and reported to, by their beginning in milliseconds. */
  weeks: number[]
  /** Devices that are read and that report. */
  devices: Device[]
  /** Resolves when every read that has begun is over. */
  settle(): Promise<void>
  wrong: Wrong
  reads(): number
  refused(): number
  reported(): number
  stop(): Promise<void>
}

const weekMs = 7 * 86_400_000
const readers = 2
const readEveryMs = 60
const reportEveryMs = 120

/** The answer, without what differs between requests; undefined if the read failed. */
export async function readTrack(
  { apiUrl }: Pick<Installation, 'apiUrl'>,
  { id, token }: Device,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<{ times: number[]; text: string } | undefined> {
  const period = `from=${new Date(fromMs).toISOString()}&to=${new Date(toMs).toISOString()}`
  try {
    const response = await fetch(`${apiUrl}/api/devices/${id}/locations?${period}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(40_000),
    })
    const text = await response.text()
    if (!response.ok) return undefined
    const { locations } = JSON.parse(text) as { locations: { dateTime: string }[] }
    return {
      times: locations.map(({ dateTime }) => Date.parse(dateTime)),
      text: text.replace(/"requestId":"[^"]*"|"apiDailyUsage":\d+/g, '""'),
    }
  } catch {
    return undefined
  }
}

export function startClients(installation: Installation, book: TrackBook, random: Random): Clients {
  const underWay = new Set<Promise<unknown>>()
  let isOver = false
  let reads = 0
  let refused = 0
  let reported = 0

  async function read(): Promise<void> {
    const device = random.pick(clients.devices)
    const fromMs = random.pick(clients.weeks.slice(-4)) + Math.floor(random.next() * weekMs)
    const period = { fromMs, toMs: fromMs + weekMs }
    const before = book.of(device.id)
    // What is added while it is read may be missing.
    const certain = new Set(before.certain)
    const track = await readTrack(installation, device, period)
    if (!clients.devices.includes(device)) return
    if (!track) {
      refused += 1
      return
    }
    reads += 1
    const { lost, doubled, foreign } = book.check(device.id, period, track.times, false)
    const added = [...before.certain].some((ms) => !certain.has(ms))
    if (!added) clients.wrong.lost += lost
    clients.wrong.doubled += doubled
    clients.wrong.foreign += foreign
  }

  async function report(): Promise<void> {
    // The first is compared byte by byte.
    const device = random.pick(clients.devices.slice(1))
    const isNow = random.next() < 0.3
    const ms = isNow ? Date.now() : random.pick(clients.weeks.slice(-6)) + Math.floor(random.next() * weekMs)
    const { sent, acknowledged, certain } = book.of(device.id)
    if (sent.has(ms) || certain.has(ms)) return
    sent.add(ms)
    const identifier = device.name.replace('Tracker ', '')
    const query = `id=${identifier}&lat=41.39&lon=2.17&timestamp=${ms}`
    const response = await fetch(`${installation.ingestUrl}/osmand?${query}`).catch(() => undefined)
    if (!response?.ok) return
    acknowledged.add(ms)
    reported += 1
  }

  async function repeat(work: () => Promise<void>, everyMs: number): Promise<void> {
    while (!isOver) {
      const one = work()
      underWay.add(one)
      await one.finally(() => underWay.delete(one))
      await sleep(everyMs)
    }
  }

  const clients: Clients = {
    weeks: [],
    devices: [],
    wrong: { lost: 0, doubled: 0, foreign: 0 },
    async settle() {
      await Promise.allSettled([...underWay])
    },
    reads: () => reads,
    refused: () => refused,
    reported: () => reported,
    async stop() {
      isOver = true
      await working
    },
  }
  const whenReady = (work: () => Promise<void>) => async () => {
    if (clients.weeks.length > 0 && clients.devices.length > 1) await work()
  }
  const working = Promise.all([
    ...Array.from({ length: readers }, () => repeat(whenReady(read), readEveryMs)),
    repeat(whenReady(report), reportEveryMs),
  ])
  working.catch(() => {})
  return clients
}
