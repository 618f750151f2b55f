// The markers of the fleet as GeoJSON.

import type { Bounds, Mark, RingPart, Status } from '../../live/fleet.types.ts'
import { imageOf } from './marker-images.ts'

/** The properties of a device on the map. */
export interface DeviceProperties {
  id: string
  name: string
  status: Status
  speedKmh?: number
  lastSeenMs?: number
}

export type ClusterProperties = Bounds & { count: number }

export function fleetFeatures(
  marks: Mark[],
  selected: string | undefined,
  /** Devices whose name another layer shows. */
  namedElsewhere: ReadonlySet<string>,
  clusterImage: (count: number, parts: Record<RingPart, number>) => string,
): GeoJSON.FeatureCollection {
  const features = marks
    .filter(({ id }) => id === undefined || id !== selected)
    .map((mark): GeoJSON.Feature => {
      const { longitude, latitude } = mark
      const properties = mark.parts ? clusterOf(mark, clusterImage) : deviceOf(mark, namedElsewhere)
      return { type: 'Feature', geometry: { type: 'Point', coordinates: [longitude, latitude] }, properties }
    })
  return { type: 'FeatureCollection', features }
}

function clusterOf(
  { count = 0, parts, bounds }: Mark,
  clusterImage: (count: number, parts: Record<RingPart, number>) => string,
) {
  return { ...bounds, count, image: clusterImage(count, parts as Record<RingPart, number>) }
}

function deviceOf(mark: Mark, namedElsewhere: ReadonlySet<string>) {
  const { id, name, status = 'never', courseDeg, speedKmh, lastSeenMs } = mark
  const image = imageOf(status, courseDeg)
  const device = { id, name, status, speedKmh, lastSeenMs, image, course: courseDeg ?? 0 }
  return id !== undefined && namedElsewhere.has(id) ? { ...device, label: '' } : device
}
