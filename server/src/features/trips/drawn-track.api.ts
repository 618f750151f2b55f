// The track of a device as a few points, for pictures.

import type { AccountDb } from '../../platform/db/db.ts'
import type { DrawnPoint } from './drawn-track.queries.ts'
import { listSampled } from './drawn-track.queries.ts'
import type { TimeRange } from './reading/reading.types.ts'

export type { DrawnPoint } from './drawn-track.queries.ts'

const maxAccuracyM = 200
/** So many samples are read at a time. */
const samplesPerRead = 500

/** Parts of time in their order, each with its points. At most about `maxPoints` over all of them. */
export async function* readDrawnTrack(
  db: AccountDb,
  deviceNumber: number,
  parts: readonly TimeRange[],
  maxPoints: number,
): AsyncGenerator<DrawnPoint[]> {
  const totalMs = parts.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0)
  const everySeconds = Math.max(1, Math.ceil(totalMs / 1_000 / maxPoints))
  const windowMs = everySeconds * 1_000 * samplesPerRead
  for (const { fromMs, toMs } of parts) {
    const points: DrawnPoint[] = []
    for (let startMs = fromMs; startMs < toMs; startMs += windowMs) {
      const window = { fromMs: startMs, toMs: Math.min(toMs, startMs + windowMs) }
      points.push(...(await listSampled(db, deviceNumber, window, { everySeconds, maxAccuracyM })))
    }
    yield points
  }
}
