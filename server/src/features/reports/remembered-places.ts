// A trip starts where the one before has ended, and most end at places that the device visits again and again.

import type { NamePlace, ShownPlace } from '../places/place.api.ts'

const maxPlaces = 2_000

export function rememberPlaces(namePlace: NamePlace): NamePlace {
  const known = new Map<number, { longitude: number; place: ShownPlace }>()
  return (latitude, longitude) => {
    const found = known.get(latitude)
    if (found?.longitude === longitude) return found.place
    if (known.size >= maxPlaces) known.clear()
    const place = namePlace(latitude, longitude)
    known.set(latitude, { longitude, place })
    return place
  }
}
