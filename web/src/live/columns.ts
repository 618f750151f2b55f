// All devices of the account in columns of numbers: 50,000 devices are a few arrays, not 50,000 objects.

import type { Row, Status, VehicleType } from './fleet.types.ts'
import { statuses } from './fleet.types.ts'
import { fold, searchTextOf } from './fold.ts'

const movingFromKmh = 3

export interface Device {
  id: string
  name: string
  isExpired: boolean
  isOnline: boolean
  groups: string[]
  vehicleType?: VehicleType | null
  licensePlate?: string | null
}

export interface LocationUpdate {
  latitude: number | null
  longitude: number | null
  speedKmh: number | null
  courseDeg: number | null
  fixedAtMs: number
  isMoving: boolean | null
  hasIgnition: boolean | null
}

export interface StatusUpdate {
  atMs: number
  hasIgnition: boolean | undefined
}

const numbers = ['latitude', 'longitude', 'speedKmh', 'courseDeg', 'fixedAtMs', 'lastSeenMs'] as const
type NumberColumn = (typeof numbers)[number]

export class Columns {
  size = 0
  /** Incremented whenever a device is added or removed, or what it is found by changes. */
  naming = 0
  readonly ids: string[] = []
  readonly names: string[] = []
  /** For searches: folded once, not at every keystroke. */
  readonly searched: string[] = []
  /** Comparing these ranks orders names naturally: ignoring case and accents, 9 before 10. */
  readonly orderKeys: string[] = []
  readonly groups: string[][] = []
  readonly vehicleTypes: (VehicleType | null)[] = []
  readonly plates: (string | null)[] = []
  status = new Uint8Array(1_024)
  private facts = new Uint8Array(1_024)
  private readonly columns = Object.fromEntries(
    numbers.map((name) => [name, new Float64Array(1_024)]),
  ) as Record<NumberColumn, Float64Array>
  private readonly indexes = new Map<string, number>()

  indexOf(id: string): number | undefined {
    return this.indexes.get(id)
  }

  number(column: NumberColumn, index: number): number {
    return this.columns[column][index] as number
  }

  /** Adds a device, or updates its name, groups and state. */
  keep(device: Device): number {
    const index = this.indexes.get(device.id) ?? this.add(device.id)
    const isOther = this.names[index] !== device.name || this.plates[index] !== (device.licensePlate ?? null)
    if (isOther) this.rename(index, device)
    this.vehicleTypes[index] = device.vehicleType ?? null
    this.groups[index] = device.groups
    this.setFact(index, fact.expired, device.isExpired)
    this.setFact(index, fact.online, device.isOnline)
    this.judge(index)
    return index
  }

  setOnline(index: number, isOnline: boolean): void {
    this.setFact(index, fact.online, isOnline)
    this.judge(index)
  }

  /** Updates the location of a device. Older locations than the known one are ignored. */
  /** A report without a position: the device stays where it is. */
  report(index: number, { atMs, hasIgnition }: StatusUpdate, receivedAtMs: number): void {
    this.see(index, receivedAtMs)
    if (hasIgnition === undefined || atMs < this.number('fixedAtMs', index)) return
    this.setFact(index, fact.ignition, hasIgnition)
    this.judge(index)
  }

  private see(index: number, receivedAtMs: number): void {
    if (receivedAtMs > this.number('lastSeenMs', index) || Number.isNaN(this.number('lastSeenMs', index))) {
      this.columns.lastSeenMs[index] = receivedAtMs
    }
  }

  move(index: number, update: LocationUpdate, receivedAtMs: number): void {
    this.see(index, receivedAtMs)
    if (update.fixedAtMs < this.number('fixedAtMs', index)) return
    if (update.latitude !== null && update.longitude !== null) {
      this.columns.latitude[index] = update.latitude
      this.columns.longitude[index] = update.longitude
      this.columns.fixedAtMs[index] = update.fixedAtMs
    }
    this.columns.speedKmh[index] = update.speedKmh ?? Number.NaN
    this.columns.courseDeg[index] = update.courseDeg ?? Number.NaN
    this.setFact(index, fact.moving, update.isMoving ?? (update.speedKmh ?? 0) > movingFromKmh)
    this.setFact(index, fact.ignition, update.hasIgnition === true)
    this.judge(index)
  }

  remove(id: string): void {
    const index = this.indexes.get(id)
    if (index === undefined) return
    const last = this.size - 1
    this.naming += 1
    for (const name of numbers) this.columns[name][index] = this.columns[name][last] as number
    this.status[index] = this.status[last] as number
    this.facts[index] = this.facts[last] as number
    const { ids, names, searched, orderKeys, groups, vehicleTypes, plates } = this
    for (const list of [ids, names, searched, orderKeys, groups, vehicleTypes, plates] as unknown[][]) {
      list[index] = list[last]
      list.pop()
    }
    this.size = last
    this.indexes.delete(id)
    if (index !== last) this.indexes.set(this.ids[index] as string, index)
  }

  statusOf(index: number): Status {
    return statuses[this.status[index] as number] as Status
  }

  row(index: number): Row {
    return {
      id: this.ids[index] as string,
      name: this.names[index] as string,
      vehicleType: this.vehicleTypes[index] ?? null,
      licensePlate: this.plates[index] ?? null,
      status: this.statusOf(index),
      speedKmh: known(this.number('speedKmh', index)),
      courseDeg: known(this.number('courseDeg', index)),
      latitude: known(this.number('latitude', index)),
      longitude: known(this.number('longitude', index)),
      fixedAtMs: known(this.number('fixedAtMs', index)),
      lastSeenMs: known(this.number('lastSeenMs', index)),
    }
  }

  private add(id: string): number {
    const index = this.size
    if (index === this.status.length) this.grow()
    this.size += 1
    this.indexes.set(id, index)
    this.ids[index] = id
    for (const name of numbers) this.columns[name][index] = Number.NaN
    this.facts[index] = 0
    return index
  }

  private rename(index: number, device: Device): void {
    this.naming += 1
    this.names[index] = device.name
    this.plates[index] = device.licensePlate ?? null
    this.searched[index] = searchTextOf(device)
    this.orderKeys[index] = fold(device.name).replace(/\d+/g, (digits) => digits.padStart(12, '0'))
  }

  private grow(): void {
    const length = this.status.length * 2
    this.status = copied(this.status, new Uint8Array(length))
    this.facts = copied(this.facts, new Uint8Array(length))
    for (const name of numbers) this.columns[name] = copied(this.columns[name], new Float64Array(length))
  }

  private setFact(index: number, bit: number, isSet: boolean): void {
    const facts = this.facts[index] as number
    this.facts[index] = isSet ? facts | bit : facts & ~bit
  }

  private judge(index: number): void {
    this.status[index] = statuses.indexOf(this.judged(index))
  }

  private judged(index: number): Status {
    const facts = this.facts[index] as number
    if (facts & fact.expired) return 'expired'
    if (Number.isNaN(this.number('lastSeenMs', index))) return 'never'
    if (!(facts & fact.online)) return 'offline'
    if (facts & fact.moving) return 'moving'
    return facts & fact.ignition ? 'idling' : 'stopped'
  }
}

const fact = { expired: 1, online: 2, moving: 4, ignition: 8 }

function known(value: number): number | undefined {
  return Number.isNaN(value) ? undefined : value
}

function copied<A extends Uint8Array | Float64Array>(from: A, to: A): A {
  to.set(from)
  return to
}
