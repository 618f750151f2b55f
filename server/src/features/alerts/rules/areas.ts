// The account's areas around one step of a device. Looked up once, and only when a rule asks.

import type { Rulebook } from '../rulebook.types.ts'
import type { Areas, Place } from './kind.types.ts'

const none: readonly never[] = []

export function createAreas(book: Rulebook, before: Place | undefined, place: Place | undefined): Areas {
  let inside: Areas['inside'] | undefined
  let touched: Areas['touched'] | undefined
  return {
    get inside() {
      inside ??= place ? book.index.at(place) : none
      return inside
    },
    get touched() {
      touched ??= place && before ? book.index.along(before, place) : none
      return touched
    },
    distanceM(area) {
      // An area that is gone is far.
      return (place && book.index.distanceM(area, place)) ?? Number.POSITIVE_INFINITY
    },
    isFarFrom(areas, marginM) {
      if (areas === 'all') return this.inside.length === 0
      for (const area of areas) if (this.distanceM(area) <= marginM) return false
      return true
    },
    nameOf: (area) => book.nameOfArea(area),
  }
}
