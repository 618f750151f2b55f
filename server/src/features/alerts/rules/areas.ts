// The areas around one step of a device, looked up once for all rules.

import type { Areas, Coordinates } from './kind.types.ts'
import type { Rulebook } from './rulebook.types.ts'

const none: readonly never[] = []

/** A class, because one is created per location: its methods are shared. */
export class AreasAround implements Areas {
  readonly inside: Areas['inside']
  readonly touched: Areas['touched']
  readonly #book: Rulebook
  readonly #coordinates: Coordinates | undefined

  constructor(book: Rulebook, before: Coordinates | undefined, coordinates: Coordinates | undefined) {
    this.inside = coordinates ? book.index.at(coordinates) : none
    this.touched = coordinates && before ? book.index.along(before, coordinates) : none
    this.#book = book
    this.#coordinates = coordinates
  }

  distanceM(area: number): number {
    // A deleted area is infinitely far away.
    return (
      (this.#coordinates && this.#book.index.distanceM(area, this.#coordinates)) ?? Number.POSITIVE_INFINITY
    )
  }

  isFarFrom(areas: ReadonlySet<number> | 'all', marginM: number): boolean {
    if (areas === 'all') return this.inside.length === 0
    for (const area of areas) if (this.distanceM(area) <= marginM) return false
    return true
  }

  nameOf(area: number): string {
    return this.#book.nameOfArea(area)
  }
}

/** For rules that use no areas. */
export const noAreas: Areas = {
  inside: none,
  touched: none,
  distanceM: () => Number.POSITIVE_INFINITY,
  isFarFrom: () => true,
  nameOf: () => '',
}
