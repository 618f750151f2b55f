// Every device of the account in columns of numbers: 50,000 devices are a few arrays, not 50,000 objects.

import type { Row, Status } from './fleet.types.ts'
import { statuses } from './fleet.types.ts'
import { fold } from './fold.ts'

const movingFromKmh = 3

export interface Device {
  id: string
  name: string
  isExpired: boolean
  isOnline: boolean
  groups: string[]
}

export interface Place {
  latitude: number | null
  longitude: number | null
  speedKmh: number | null
  courseDeg: number | null
  fixedAtMs: number
  isMoving: boolean | null
  hasIgnition: boolean | null
}

const numbers = ['latitude', 'longitude', 'speedKmh', 'courseDeg', 'fixedAtMs', 'lastSeenMs'] as const
type NumberColumn = (typeof numbers)[number]

export class Columns {
  size = 0
  /** Grows whenever a device comes, goes or is renamed. */
  naming = 0
  readonly ids: string[] = []
  readonly names: string[] = []
  /** For searches: made once, not at every letter. */
  readonly searched: string[] = []
  /** Comparing these as they are orders names as people do: no capitals, no accents, 9 before 10. */
  readonly orderKeys: string[] = []
  readonly groups: string[][] = []
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

  /** Adds a device, or changes what it is called and may do. */
  keep(device: Device): number {
    const index = this.indexes.get(device.id) ?? this.add(device.id)
    if (this.names[index] !== device.name) this.rename(index, device)
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

  /** Where a device is now. What is older than what is known changes nothing. */
  move(index: number, place: Place, heardAtMs: number): void {
    if (heardAtMs > this.number('lastSeenMs', index) || Number.isNaN(this.number('lastSeenMs', index))) {
      this.columns.lastSeenMs[index] = heardAtMs
    }
    if (place.fixedAtMs < this.number('fixedAtMs', index)) return
    if (place.latitude !== null && place.longitude !== null) {
      this.columns.latitude[index] = place.latitude
      this.columns.longitude[index] = place.longitude
      this.columns.fixedAtMs[index] = place.fixedAtMs
    }
    this.columns.speedKmh[index] = place.speedKmh ?? Number.NaN
    this.columns.courseDeg[index] = place.courseDeg ?? Number.NaN
    this.setFact(index, fact.moving, place.isMoving ?? (place.speedKmh ?? 0) > movingFromKmh)
    this.setFact(index, fact.ignition, place.hasIgnition === true)
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
    for (const list of [this.ids, this.names, this.searched, this.orderKeys] as string[][]) {
      list[index] = list[last] as string
      list.pop()
    }
    this.groups[index] = this.groups[last] as string[]
    this.groups.pop()
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

  private rename(index: number, { id, name }: Device): void {
    const folded = fold(name)
    this.naming += 1
    this.names[index] = name
    this.searched[index] = `${folded} ${id.toLowerCase()}`
    this.orderKeys[index] = folded.replace(/\d+/g, (digits) => digits.padStart(12, '0'))
  }

  private grow(): void {
    const length = this.status.length * 2
    this.status = copied(this.status, new Uint8Array(length))
    this.facts = copied(this.facts, new Uint8Array(length))
    for (const name of numbers) this.columns[name] = copied(this.columns[name], new Float64Array(length))
  }

  private setFact(index: number, bit: number, isSo: boolean): void {
    const facts = this.facts[index] as number
    this.facts[index] = isSo ? facts | bit : facts & ~bit
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
