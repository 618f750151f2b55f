// The areas around one step of a device, looked up once for all rules, and only as far as a rule asks.

import type { Touched } from '../../geofences/geofence-index.api.ts'
import type { Areas, Coordinates } from './kind.types.ts'
import type { Rulebook, RuleSet } from './rulebook.types.ts'

const none: readonly never[] = []

/** Where more areas overlap, those created first count: rules remember each area that a device is in. */
const maxAreasAtOnce = 100

/** A class, because one is created per location: its methods are shared. */
export class AreasAround implements Areas {
  readonly #book: Rulebook
  readonly #wanted: RuleSet['areas']
  readonly #before: Coordinates | undefined
  readonly #coordinates: Coordinates | undefined
  #inside: readonly number[] | undefined
  #touched: readonly Touched[] | undefined

  constructor(
    book: Rulebook,
    wanted: RuleSet['areas'],
    before: Coordinates | undefined,
    coordinates: Coordinates | undefined,
  ) {
    this.#book = book
    this.#wanted = wanted
    this.#before = before
    this.#coordinates = coordinates
  }

  get inside(): readonly number[] {
    if (this.#inside) return this.#inside
    const found = this.#coordinates ? this.#book.index.at(this.#coordinates, this.#wanted) : none
    this.#inside =
      found.length > maxAreasAtOnce
        ? found.toSorted((one, other) => one - other).slice(0, maxAreasAtOnce)
        : found
    return this.#inside
  }

  get touched(): readonly Touched[] {
    if (this.#touched) return this.#touched
    const found =
      this.#coordinates && this.#before
        ? this.#book.index.along(this.#before, this.#coordinates, this.#wanted)
        : none
    this.#touched =
      found.length > maxAreasAtOnce
        ? found.toSorted((one, other) => one.number - other.number).slice(0, maxAreasAtOnce)
        : found
    return this.#touched
  }

  isNear(area: number, marginM: number): boolean {
    if (!this.#coordinates) return false
    return this.#book.index.isNear(this.#coordinates, marginM, new Set([area]))
  }

  isFarFrom(areas: ReadonlySet<number> | 'all', marginM: number): boolean {
    if (areas === 'all') return this.inside.length === 0
    if (!this.#coordinates) return true
    return (
      !this.inside.some((area) => areas.has(area)) &&
      !this.#book.index.isNear(this.#coordinates, marginM, areas)
    )
  }

  nameOf(area: number): string {
    return this.#book.nameOfArea(area)
  }
}

/** For rules that use no areas. */
export const noAreas: Areas = {
  inside: none,
  touched: none,
  isNear: () => false,
  isFarFrom: () => true,
  nameOf: () => '',
}
