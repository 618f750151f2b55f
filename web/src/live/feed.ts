// Fills the columns and keeps them true: the whole fleet once, and then what happens. The stream begins before the fleet is
// read, so that nothing falls between the two; the columns ignore what is older than what they know.

import type { CompactLocation, Rastro } from '@rastro/client'
import { RastroError } from '@rastro/client'
import type { Columns, Place } from './columns.ts'
import type { Connection } from './fleet.types.ts'

const pageOfDevices = 10_000
const askAgainEveryMs = 1_000
/** Of devices that were changed: more than this at once, and the whole fleet is read again. */
const maxAskedOneByOne = 20

export interface Hearing {
  onState(state: Connection): void
  onLoaded(isWhole: boolean): void
  onChange(): void
  onNews(type: string, device: string | undefined, data: unknown): void
}

export async function follow(rastro: Rastro, columns: Columns, hearing: Hearing): Promise<never> {
  const changed = new Set<string>()
  setInterval(() => void refresh(), askAgainEveryMs)

  async function refresh(): Promise<void> {
    if (changed.size === 0) return
    const ids = [...changed]
    changed.clear()
    try {
      if (ids.length > maxAskedOneByOne) await readFleet(rastro, columns, hearing)
      else await Promise.all(ids.map((id) => readDevice(rastro, columns, id)))
    } catch {
      for (const id of ids) changed.add(id)
    }
    hearing.onChange()
  }

  for (;;) {
    let isRead = false
    const reading = new AbortController()
    const read = async () => {
      try {
        await readFleet(rastro, columns, hearing)
      } catch {
        isRead = false
      }
    }
    try {
      const options = {
        signal: reading.signal,
        onState(state: Connection) {
          hearing.onState(state)
          if (state !== 'live' || isRead) return
          isRead = true
          void read()
        },
      }
      const kinds = ['location', 'device', 'alert', 'notification', 'command'] as const
      for await (const { type, data } of rastro.stream({ kinds, form: 'compact' }, options)) {
        if (type === 'location') hearLocation(columns, data)
        else hearEvent(columns, changed, hearing, data as StreamEvent)
        hearing.onChange()
      }
    } catch (error) {
      // The cursor is older than the log: begin again with the fleet as it is.
      const isGone = error instanceof RastroError && error.status === 410
      if (!isGone) hearing.onState('offline')
      await new Promise((resolve) => setTimeout(resolve, isGone ? 0 : 5_000))
    }
    reading.abort()
  }
}

interface StreamEvent {
  type: string
  device?: string
  data: unknown
}

/** The API speaks in metres per second, people in kilometres per hour. */
const toKmh = (mps: number | null) => (mps === null ? null : mps * 3.6)

const isTrue = (value: unknown): boolean | null =>
  value === null || value === undefined ? null : Boolean(value)

function hearLocation(columns: Columns, said: CompactLocation): void {
  const [id, fixedAtMs, latitude, longitude, speedMps, courseDeg, isMoving, hasIgnition] = said
  const index = columns.indexOf(id)
  if (index === undefined) return
  const place: Place = {
    latitude,
    longitude,
    speedKmh: toKmh(speedMps),
    courseDeg,
    fixedAtMs,
    isMoving: isTrue(isMoving),
    hasIgnition: isTrue(hasIgnition),
  }
  columns.move(index, place, Date.now())
}

function hearEvent(columns: Columns, changed: Set<string>, hearing: Hearing, event: StreamEvent): void {
  const { type, device, data } = event
  if (device !== undefined && type.startsWith('device.')) {
    const index = columns.indexOf(device)
    if (type === 'device.deleted') columns.remove(device)
    else if (index !== undefined && type === 'device.online') columns.setOnline(index, true)
    else if (index !== undefined && type === 'device.offline') columns.setOnline(index, false)
    else changed.add(device)
  }
  hearing.onNews(type, device, data)
}

async function readFleet(rastro: Rastro, columns: Columns, hearing: Hearing): Promise<void> {
  const seen = new Set<string>()
  const pages = rastro.pages('/api/fleet', { query: { limit: pageOfDevices } })
  let reading = pages.next()
  for (;;) {
    const { value: page, done } = await reading
    if (done || !page) break
    // The next one travels while this one is kept.
    reading = pages.next()
    const order: Order = Object.fromEntries(page.columns.map((name: string, index: number) => [name, index]))
    for (const line of page.devices as unknown[][]) {
      seen.add(keepLine(columns, order, line))
    }
    hearing.onLoaded(false)
  }
  for (const id of [...columns.ids]) if (!seen.has(id)) columns.remove(id)
  hearing.onLoaded(true)
}

/** Where each column stands in a line. */
type Order = Record<string, number>

function keepLine(columns: Columns, order: Order, line: unknown[]): string {
  const at = <T>(name: string) => line[order[name] as number] as T
  const id = at<string>('id')
  const index = columns.keep({
    id,
    name: at('name'),
    isExpired: at('state') === 'expired',
    isOnline: at('online') === 1,
    groups: at('groups'),
  })
  const fixedAt = at<number | null>('fixedAt')
  const lastSeen = at<number | null>('lastSeen')
  if (fixedAt === null && lastSeen === null) return id
  const place: Place = {
    latitude: at('latitude'),
    longitude: at('longitude'),
    speedKmh: toKmh(at('speed')),
    courseDeg: at('course'),
    fixedAtMs: (fixedAt ?? 0) * 1_000,
    isMoving: isTrue(at('moving')),
    hasIgnition: isTrue(at('ignition')),
  }
  columns.move(index, place, (lastSeen ?? fixedAt ?? 0) * 1_000)
  return id
}

async function readDevice(rastro: Rastro, columns: Columns, id: string): Promise<void> {
  try {
    const { device } = await rastro.get('/api/devices/{deviceId}', { path: { deviceId: id } })
    const { name, groups, online } = device
    columns.keep({ id, name, groups, isOnline: online, isExpired: device.state === 'expired' })
  } catch (error) {
    if (!(error instanceof RastroError && error.status === 404)) throw error
    columns.remove(id)
  }
}
