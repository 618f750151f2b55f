// Leaves out locations that a drawn line does not need, in constant memory: a point is kept when the line between its
// neighbours would pass too far from what lies between them (opening window).

const metresPerDegree = 111_195
const maxBetween = 200

export interface Placed {
  latitude: number | null
  longitude: number | null
}

/** Feed it points in order; it gives back those to keep. `end` gives the last one. */
export function createSimplifier<T extends Placed>(toleranceM: number) {
  let anchor: T | undefined
  let between: T[] = []

  return {
    push(point: T): T[] {
      if (point.latitude === null || point.longitude === null) return []
      if (!anchor) {
        anchor = point
        return [point]
      }
      const tooFar =
        between.length >= maxBetween || between.some((one) => distanceM(one, anchor!, point) > toleranceM)
      if (!tooFar) {
        between.push(point)
        return []
      }
      anchor = between.at(-1)!
      between = [point]
      return [anchor]
    },
    end(): T[] {
      const last = between.at(-1)
      return last ? [last] : []
    },
  }
}

/** From a point to a stretch of line, flat enough for the distances that are drawn as one. */
function distanceM(point: Placed, from: Placed, to: Placed): number {
  const scale = Math.cos((from.latitude! * Math.PI) / 180)
  const x = (one: Placed) => wrapped(one.longitude! - from.longitude!) * scale * metresPerDegree
  const y = (one: Placed) => (one.latitude! - from.latitude!) * metresPerDegree
  const [toX, toY, pointX, pointY] = [x(to), y(to), x(point), y(point)]
  const length2 = toX * toX + toY * toY
  const along = length2 === 0 ? 0 : Math.min(1, Math.max(0, (pointX * toX + pointY * toY) / length2))
  return Math.hypot(pointX - along * toX, pointY - along * toY)
}

/** The short way round, also across the antimeridian. */
function wrapped(degrees: number): number {
  if (degrees > 180) return degrees - 360
  return degrees < -180 ? degrees + 360 : degrees
}
