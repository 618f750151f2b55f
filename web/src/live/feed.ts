// Loads the fleet into the columns and keeps it current. The stream starts before the fleet is read, so that nothing
// is missed between the two; the columns ignore data older than their own. Before both, a short page fills the list.

import type { CompactLocation, Rastro } from '@rastro/client'
import { RastroError } from '@rastro/client'
import { inBackground } from '../ui/in-background.ts'
import type { Columns, LocationUpdate } from './columns.ts'
import type { Connection } from './fleet.types.ts'

/** Few, so that the list appears at once. They are read again with the rest: many at a time, because each page costs a request. */
const firstDevices = 100
const pageOfDevices = 10_000
/** The stream carries alarms, and does not wait longer for the first devices. */
const firstWithinMs = 3_000
const refetchEveryMs = 1_000
/** If more devices than this changed at once, the whole fleet is read again. */
const maxSingleReads = 20

export interface FeedListener {
  onState(state: Connection): void
  onLoaded(isWhole: boolean): void
  /** Resolves when the first devices are on the screen, or soon. */
  whenShown(): Promise<void>
  onChange(): void
  onEvent(type: string, device: string | undefined, data: unknown): void
}

export async function follow(rastro: Rastro, columns: Columns, listener: FeedListener): Promise<never> {
  const changed = new Set<string>()
  /** The newest locations of devices that are not known yet, because they are being read. */
  const early = new Map<string, CompactLocation>()
  setInterval(() => {
    inBackground(refresh())
  }, refetchEveryMs)

  async function refresh(): Promise<void> {
    if (changed.size === 0) return
    const ids = [...changed]
    changed.clear()
    try {
      if (ids.length > maxSingleReads) await readFleet(rastro, columns, listener)
      else await Promise.all(ids.map((id) => readDevice(rastro, columns, id)))
    } catch {
      for (const id of ids) changed.add(id)
    }
    applyEarly()
    listener.onChange()
  }

  function applyEarly(): void {
    for (const location of early.values()) applyLocation(columns, location)
    early.clear()
  }

  await showFirst(rastro, columns, listener)
  for (;;) {
    let isRead = false
    const reading = new AbortController()
    const read = async () => {
      try {
        // Until then the connection is free for what shows the first devices.
        if (columns.size > 0) await listener.whenShown()
        await readFleet(rastro, columns, listener)
        applyEarly()
        listener.onChange()
      } catch {
        isRead = false
      }
    }
    try {
      const options = {
        signal: reading.signal,
        onState(state: Connection) {
          listener.onState(state)
          if (state !== 'live' || isRead) return
          isRead = true
          inBackground(read())
        },
      }
      for await (const { type, data } of rastro.stream({ form: 'compact' }, options)) {
        if (type === 'location' && !applyLocation(columns, data)) early.set(data[0], data)
        else if (type !== 'location') applyEvent(columns, changed, listener, data as StreamEvent)
        listener.onChange()
      }
    } catch (error) {
      // The cursor is older than the log: start again from the current fleet.
      const isGone = error instanceof RastroError && error.status === 410
      if (!isGone) listener.onState('offline')
      await new Promise((resolve) => setTimeout(resolve, isGone ? 0 : 5_000))
    }
    reading.abort()
  }
}

interface StatusEventData {
  dateTime: string
  ignition?: boolean
}

interface StreamEvent {
  type: string
  deviceId?: string
  data: unknown
}

/** The API uses metres per second, the interface kilometres per hour. */
const toKmh = (mps: number | null) => (mps === null ? null : mps * 3.6)

const isTrue = (value: unknown): boolean | null =>
  value === null || value === undefined ? null : Boolean(value)

/** False if the device is unknown. */
function applyLocation(columns: Columns, compact: CompactLocation): boolean {
  const [id, fixedAtMs, latitude, longitude, speedMps, courseDeg, isMoving, hasIgnition] = compact
  const index = columns.indexOf(id)
  if (index === undefined) return false
  const update: LocationUpdate = {
    latitude,
    longitude,
    speedKmh: toKmh(speedMps),
    courseDeg,
    fixedAtMs,
    isMoving: isTrue(isMoving),
    hasIgnition: isTrue(hasIgnition),
  }
  columns.move(index, update, Date.now())
  return true
}

function applyEvent(
  columns: Columns,
  changed: Set<string>,
  listener: FeedListener,
  event: StreamEvent,
): void {
  const { type, deviceId, data } = event
  if (deviceId !== undefined && type.startsWith('device.')) {
    const index = columns.indexOf(deviceId)
    if (type === 'device.deleted') columns.remove(deviceId)
    else if (index !== undefined && type === 'device.online') columns.setOnline(index, true)
    else if (index !== undefined && type === 'device.offline') columns.setOnline(index, false)
    else changed.add(deviceId)
  }
  if (deviceId !== undefined && type === 'status') applyStatus(columns, deviceId, data as StatusEventData)
  listener.onEvent(type, deviceId, data)
}

function applyStatus(columns: Columns, deviceId: string, { dateTime, ignition }: StatusEventData): void {
  const index = columns.indexOf(deviceId)
  if (index === undefined) return
  columns.report(index, { atMs: Date.parse(dateTime), hasIgnition: ignition }, Date.now())
}

/** Errors are left to the stream, which reports them and retries. */
async function showFirst(rastro: Rastro, columns: Columns, listener: FeedListener): Promise<void> {
  try {
    const signal = AbortSignal.timeout(firstWithinMs)
    const page = await rastro.get('/api/fleet', { query: { limit: firstDevices }, signal })
    storePage(columns, page)
    listener.onLoaded(false)
  } catch {}
}

async function readFleet(rastro: Rastro, columns: Columns, listener: FeedListener): Promise<void> {
  const seen = new Set<string>()
  const read = (cursor?: string) =>
    rastro.get('/api/fleet', { query: { limit: pageOfDevices, ...(cursor && { cursor }) } })
  let reading: ReturnType<typeof read> | undefined = read()
  while (reading) {
    const page: Awaited<ReturnType<typeof read>> = await reading
    // Requests the next page while this one is stored.
    reading = page.nextCursor === undefined ? undefined : read(page.nextCursor)
    for (const id of storePage(columns, page)) seen.add(id)
    listener.onLoaded(false)
  }
  for (const id of [...columns.ids]) if (!seen.has(id)) columns.remove(id)
  listener.onLoaded(true)
}

function storePage(columns: Columns, page: { columns: string[]; devices: unknown[] }): string[] {
  const order: Order = Object.fromEntries(page.columns.map((name, index) => [name, index]))
  return (page.devices as unknown[][]).map((row) => storeRow(columns, order, row))
}

/** The index of each column in a row. */
type Order = Record<string, number>

function storeRow(columns: Columns, order: Order, row: unknown[]): string {
  const at = <T>(name: string) => row[order[name] as number] as T
  const id = at<string>('id')
  const index = columns.keep({
    id,
    name: at('name'),
    isExpired: at('state') === 'expired',
    isOnline: at('online') === 1,
    groups: at('groups'),
    vehicleType: at('vehicleType'),
    licensePlate: at('licensePlate'),
  })
  const fixedAt = at<number | null>('fixedAt')
  const lastSeenAt = at<number | null>('lastSeenAt')
  if (fixedAt === null && lastSeenAt === null) return id
  const update: LocationUpdate = {
    latitude: at('latitude'),
    longitude: at('longitude'),
    speedKmh: toKmh(at('speed')),
    courseDeg: at('course'),
    fixedAtMs: (fixedAt ?? 0) * 1_000,
    isMoving: isTrue(at('moving')),
    hasIgnition: isTrue(at('ignition')),
  }
  columns.move(index, update, (lastSeenAt ?? fixedAt ?? 0) * 1_000)
  return id
}

async function readDevice(rastro: Rastro, columns: Columns, id: string): Promise<void> {
  try {
    const { device } = await rastro.get('/api/devices/{deviceId}', { path: { deviceId: id } })
    const { name, groups, online, state, vehicleType, licensePlate } = device
    const isExpired = state === 'expired'
    columns.keep({ id, name, groups, isOnline: online, isExpired, vehicleType, licensePlate })
  } catch (error) {
    if (!(error instanceof RastroError && error.status === 404)) throw error
    columns.remove(id)
  }
}
