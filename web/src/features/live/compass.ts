const points = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const

export type CompassPoint = (typeof points)[number]

/** The nearest of eight directions: "north-east" instead of "52 degrees". */
export function compassPointOf(courseDeg: number): CompassPoint {
  const eighth = Math.round(courseDeg / 45) % points.length
  return points[(eighth + points.length) % points.length] as CompassPoint
}
