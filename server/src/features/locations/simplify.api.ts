// Omits locations that a drawn line does not need, in constant memory (opening window): a point is kept if the line
// past it would be too far from the points in between.

const metresPerDegree = 111_195
const maxBetween = 200

export interface Positioned {
  latitude: number | null
  longitude: number | null
}

/** `push` takes points in order and returns those to keep. `end` returns the last one. */
export function createSimplifier<T extends Positioned>(toleranceM: number) {
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

/** From a point to a line segment, on a plane: accurate enough for segments of this length. */
function distanceM(point: Positioned, from: Positioned, to: Positioned): number {
  const scale = Math.cos((from.latitude! * Math.PI) / 180)
  const x = (one: Positioned) => wrapped(one.longitude! - from.longitude!) * scale * metresPerDegree
  const y = (one: Positioned) => (one.latitude! - from.latitude!) * metresPerDegree
  const [toX, toY, pointX, pointY] = [x(to), y(to), x(point), y(point)]
  const length2 = toX * toX + toY * toY
  const along = length2 === 0 ? 0 : Math.min(1, Math.max(0, (pointX * toX + pointY * toY) / length2))
  return Math.hypot(pointX - along * toX, pointY - along * toY)
}

/** The shorter difference, also across the antimeridian. */
function wrapped(degrees: number): number {
  if (degrees > 180) return degrees - 360
  return degrees < -180 ? degrees + 360 : degrees
}
