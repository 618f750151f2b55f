// What of the fleet is in view, with devices that stand too close together gathered into one mark. Counted here, in the
// worker: the page draws a few hundred marks however large the fleet is.

import Supercluster from 'supercluster'
import type { Columns } from './columns.ts'
import type { Mark, View } from './fleet.types.ts'
import { statuses } from './fleet.types.ts'

const moving = statuses.indexOf('moving')
/** From here on every device stands alone. */
const clusteredToZoom = 11
/** Marks in the next screen are at hand when the map is dragged. */
const margin = 0.25

type Point = { index: number }
type Sum = { movingCount: number }

export class Clusters {
  private readonly columns: Columns
  private index = this.emptyIndex()

  constructor(columns: Columns) {
    this.columns = columns
  }

  private emptyIndex() {
    return new Supercluster<Point, Sum>({
      radius: 46,
      maxZoom: clusteredToZoom,
      map: ({ index }) => ({ movingCount: this.columns.status[index] === moving ? 1 : 0 }),
      reduce: (sum, { movingCount }) => {
        sum.movingCount += movingCount
      },
    })
  }

  /** Takes the places as they are now. */
  rebuild(isShown: (index: number) => boolean): void {
    const points: {
      type: 'Feature'
      properties: Point
      geometry: { type: 'Point'; coordinates: number[] }
    }[] = []
    for (let index = 0; index < this.columns.size; index += 1) {
      const longitude = this.columns.number('longitude', index)
      if (Number.isNaN(longitude) || !isShown(index)) continue
      const coordinates = [longitude, this.columns.number('latitude', index)]
      points.push({ type: 'Feature', properties: { index }, geometry: { type: 'Point', coordinates } })
    }
    this.index = this.emptyIndex().load(points)
  }

  inView(view: View): Mark[] {
    const width = (view.east - view.west) * margin
    const height = (view.north - view.south) * margin
    const found = this.index.getClusters(
      [view.west - width, view.south - height, view.east + width, view.north + height],
      Math.floor(view.zoom),
    )
    return found.map(({ geometry, properties }) => {
      const [longitude, latitude] = geometry.coordinates as [number, number]
      if ('cluster' in properties) {
        const { cluster_id: clusterId, point_count: count, movingCount } = properties
        return { longitude, latitude, clusterId, count, movingCount }
      }
      return { longitude, latitude, ...this.markOf(properties.index) }
    })
  }

  expansionZoom(clusterId: number): number {
    try {
      return this.index.getClusterExpansionZoom(clusterId)
    } catch {
      // Counted anew since the click.
      return clusteredToZoom
    }
  }

  private markOf(index: number): Omit<Mark, 'longitude' | 'latitude'> {
    const { id, name, status, courseDeg } = this.columns.row(index)
    return { id, name, status, ...(courseDeg !== undefined && { courseDeg }) }
  }
}
