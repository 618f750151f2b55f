// Polygons of one or several parts.

import { areaContains, areaStay, createArea } from './area.ts'
import type { Border } from './border.ts'
import { createBorder, metresToBorder } from './border.ts'
import { effort, maxPathEffort } from './effort.ts'
import type { Coordinates } from './geodesy.api.ts'
import type { Shape } from './shape.types.ts'
import type { AreaGeometry } from './unwrap.ts'
import { unwrapAreas } from './unwrap.ts'

/** An unwrapped area lies within two turns to either side of the longitudes of points. */
const turns = [-720, -360, 0, 360, 720]

export function polygonOf(geometry: AreaGeometry): Shape {
  const areas = unwrapAreas(geometry).map(createArea)
  const isInside = (longitude: number, latitude: number) =>
    areas.some((area) => turns.some((turn) => areaContains(area, longitude + turn, latitude)))
  // Created on first use: most areas only answer containment.
  let border: Border | undefined
  const distanceM = (coordinates: Coordinates) => {
    border ??= createBorder(areas, isInside)
    const metres = metresToBorder(border, coordinates)
    return isInside(coordinates.longitude, coordinates.latitude) ? -metres : metres
  }
  return {
    boxes: areas.map(({ box }) => box),
    contains: (box, coordinates, longitude) => areaContains(areas[box]!, longitude, coordinates.latitude),
    distanceM,
    distanceAmongM: (_boxes, coordinates) => distanceM(coordinates),
    stay(boxes, segment) {
      let stay: ReturnType<typeof areaStay>
      for (const box of boxes) {
        for (const turn of turns) {
          if (effort.spent > maxPathEffort) return stay
          const found = areaStay(areas[box]!, segment, turn)
          if (!found) continue
          stay = {
            entersAt: Math.min(found.entersAt, stay?.entersAt ?? 1),
            leavesAt: Math.max(found.leavesAt, stay?.leavesAt ?? 0),
          }
        }
      }
      return stay
    },
  }
}
