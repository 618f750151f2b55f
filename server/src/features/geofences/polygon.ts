// Polygons of one or several parts.

import { areaHolds, areaStay, createArea } from './area.ts'
import type { Border } from './border.ts'
import { createBorder, metresToBorder } from './border.ts'
import type { Place } from './geodesy.ts'
import type { Shape } from './shape.types.ts'
import type { AreaGeometry } from './unwrap.ts'
import { unwrapAreas } from './unwrap.ts'

/** An unwrapped area lies within two turns to either side of where places are. */
const turns = [-720, -360, 0, 360, 720]

export function polygonOf(geometry: AreaGeometry): Shape {
  const areas = unwrapAreas(geometry).map(createArea)
  const isInside = (longitude: number, latitude: number) =>
    areas.some((area) => turns.some((turn) => areaHolds(area, longitude + turn, latitude)))
  // Made when it is first asked for: most areas are only ever asked what they hold.
  let border: Border | undefined
  return {
    boxes: areas.map(({ box }) => box),
    holds: (box, place, longitude) => areaHolds(areas[box]!, longitude, place.latitude),
    distanceM(place: Place) {
      border ??= createBorder(areas, isInside)
      const metres = metresToBorder(border, place)
      return isInside(place.longitude, place.latitude) ? -metres : metres
    },
    stay(box, way) {
      let stay: ReturnType<typeof areaStay>
      for (const turn of turns) {
        const found = areaStay(areas[box]!, way, turn)
        if (!found) continue
        stay = {
          entersAt: Math.min(found.entersAt, stay?.entersAt ?? 1),
          leavesAt: Math.max(found.leavesAt, stay?.leavesAt ?? 0),
        }
      }
      return stay
    },
  }
}
