export const ringPieces = 8

/**
 * The parts of a ring in eighths, so that there are few different images. Everything that exists is visible, and the
 * largest parts pay for it.
 */
export function ringOf(counts: number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const ring = counts.map((count) =>
    count === 0 ? 0 : Math.max(1, Math.round((count / total) * ringPieces)),
  )
  let surplus = ring.reduce((sum, one) => sum + one, 0) - ringPieces
  while (surplus !== 0 && total > 0) {
    const largest = ring.indexOf(Math.max(...ring))
    ring[largest] = (ring[largest] as number) - Math.sign(surplus)
    surplus -= Math.sign(surplus)
  }
  return ring
}
