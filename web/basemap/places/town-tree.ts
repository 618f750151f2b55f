// Towns in the order of a k-d tree of their unit vectors: distances on a sphere need no special case at the poles and
// the antimeridian.
export interface Located {
  latitude: number
  longitude: number
}

type Vector = [x: number, y: number, z: number]

function vectorOf({ latitude, longitude }: Located): Vector {
  const [phi, lambda] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180]
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)]
}

/** The middle one of each part divides it by the next axis, the smaller ones before it. */
export function treeOrder<T extends Located>(towns: T[]): { town: T; vector: Vector }[] {
  const list = towns.map((town) => ({ town, vector: vectorOf(town) }))
  order(list, 0, list.length, 0)
  return list
}

function order<T>(list: { town: T; vector: Vector }[], from: number, to: number, axis: number): void {
  if (to - from < 2) return
  const part = list.slice(from, to).sort((a, b) => a.vector[axis]! - b.vector[axis]!)
  for (const [index, one] of part.entries()) list[from + index] = one
  const middle = (from + to) >> 1
  order(list, from, middle, (axis + 1) % 3)
  order(list, middle + 1, to, (axis + 1) % 3)
}
