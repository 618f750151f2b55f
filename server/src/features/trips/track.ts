// The track of devices, in parts that never end within an instant: the detector takes all rows of an instant at once.

import type { AccountDb } from '../../platform/db/db.ts'
import type { TrackLocation } from './detection/detection.types.ts'
import { isAhead } from './detection/instants.ts'
import type { TrackPart } from './track.queries.ts'
import { readRows } from './track.queries.ts'
import { toTrackLocation } from './track-location.ts'

export interface ReadTrack {
  locations: TrackLocation[]
  /** There are no others up to here. */
  readUntilMs: number
}

/** About `limit` rows of each device, and all of the part if there are fewer. */
export async function readTracks(
  db: AccountDb,
  parts: TrackPart[],
  limit: number,
): Promise<Map<number, ReadTrack>> {
  const found = new Map<number, ReadTrack>()
  let waiting = parts
  for (let max = limit; waiting.length > 0; max *= 4) {
    const tracks = await readRows(db, waiting, max)
    waiting = waiting.filter(({ deviceNumber, untilMs }) => {
      const rows = tracks.get(deviceNumber) ?? []
      const read =
        rows.length < max
          ? wholeTrack(rows.map(toTrackLocation), untilMs)
          : wholeInstants(rows.map(toTrackLocation))
      if (read) found.set(deviceNumber, read)
      return !read
    })
  }
  return found
}

function wholeTrack(locations: TrackLocation[], untilMs: number): ReadTrack {
  return { locations, readUntilMs: untilMs }
}

/** Undefined if there is only one instant, or only such as are dated ahead and wait for a later one. */
function wholeInstants(rows: TrackLocation[]): ReadTrack | undefined {
  const { fixedAtMs: lastAtMs } = rows.at(-1)!
  const locations = rows.filter(({ fixedAtMs }) => fixedAtMs < lastAtMs)
  if (locations.every(isAhead)) return undefined
  return { locations, readUntilMs: locations.at(-1)!.fixedAtMs }
}
