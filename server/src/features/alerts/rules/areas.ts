// The account's areas around one step of a device, looked up once for all rules.

import type { Areas, Place } from './kind.types.ts'
import type { Rulebook } from './rulebook.types.ts'

const none: readonly never[] = []

/** A class, because one is made for every location: its functions are not. */
export class AreasAround implements Areas {
  readonly inside: Areas['inside']
  readonly touched: Areas['touched']
  readonly #book: Rulebook
  readonly #place: Place | undefined

  constructor(book: Rulebook, before: Place | undefined, place: Place | undefined) {
    this.inside = place ? book.index.at(place) : none
    this.touched = place && before ? book.index.along(before, place) : none
    this.#book = book
    this.#place = place
  }

  distanceM(area: number): number {
    // An area that is gone is far.
    return (this.#place && this.#book.index.distanceM(area, this.#place)) ?? Number.POSITIVE_INFINITY
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

/** For rules that ask for none. */
export const noAreas: Areas = {
  inside: none,
  touched: none,
  distanceM: () => Number.POSITIVE_INFINITY,
  isFarFrom: () => true,
  nameOf: () => '',
}
