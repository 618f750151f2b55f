// Combines pieces of an archive to few requests. Reading across a small gap is cheaper than another request.

export interface Piece {
  /** Offset in the source. */
  from: number
  bytes: number
}

export interface PieceRequest<P extends Piece = Piece> extends Piece {
  pieces: P[]
}

export const maxRequestBytes = 4_194_304
/** How much more than the pieces may be read to save requests. */
const extraShare = 0.05
const minExtraBytes = 1_000_000

/**
 * The pieces keep their order, so that they can be written one after the other. The smallest gaps are read across, as far
 * as the allowance for unneeded bytes goes.
 */
export function requestsFor<P extends Piece>(pieces: P[]): PieceRequest<P>[] {
  const maxGap = findMaxGap(pieces)
  const requests: PieceRequest<P>[] = []
  for (const piece of pieces) {
    const last = requests.at(-1)
    const gap = last ? piece.from - (last.from + last.bytes) : -1
    if (last && gap >= 0 && gap <= maxGap && last.bytes + gap + piece.bytes <= maxRequestBytes) {
      last.pieces.push(piece)
      last.bytes += gap + piece.bytes
    } else requests.push({ from: piece.from, bytes: piece.bytes, pieces: [piece] })
  }
  return requests
}

function findMaxGap(pieces: Piece[]): number {
  let sum = 0
  const gaps: number[] = []
  for (const [at, { from, bytes }] of pieces.entries()) {
    sum += bytes
    const gap = (pieces[at + 1]?.from ?? -1) - (from + bytes)
    if (gap > 0 && gap < maxRequestBytes) gaps.push(gap)
  }
  gaps.sort((one, other) => one - other)
  let allowance = Math.max(minExtraBytes, sum * extraShare)
  for (const gap of gaps) {
    allowance -= gap
    // Of gaps of the same size all are read across, or none.
    if (allowance < 0) return gaps.findLast((smaller) => smaller < gap) ?? 0
  }
  return gaps.at(-1) ?? 0
}
