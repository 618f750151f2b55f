import type { AccountDb } from '../../platform/db/db.ts'
import { historyOf } from '../../platform/db/history.ts'
import { maxAheadMs } from './ahead.api.ts'
import type { TimeRange } from './reading/reading.types.ts'
import { instant } from './reading/segment-read.queries.ts'

export interface DrawnPoint {
  atMs: number
  latitude: number
  longitude: number
}

/** The first usable location of every `everySeconds` of the period. */
export async function listSampled(
  db: AccountDb,
  deviceNumber: number,
  { fromMs, toMs }: TimeRange,
  { everySeconds, maxAccuracyM }: { everySeconds: number; maxAccuracyM: number },
): Promise<DrawnPoint[]> {
  const history = await historyOf(db, { deviceNumbers: [deviceNumber], fromMs, toMs })
  return db<DrawnPoint>`
    select distinct on (sample) at_ms, latitude, longitude
    from (
      select round(date_part('epoch', l.fixed_at) * 1000) as at_ms, l.latitude / 1e7::float8 as latitude,
        l.longitude / 1e7::float8 as longitude, l.fingerprint,
        floor(date_part('epoch', l.fixed_at) / ${everySeconds}::float8) as sample
      from ${history} l
      where l.account_id = ${db.accountId} and l.device_number = ${deviceNumber}
        and l.fixed_at >= ${instant(fromMs)} and l.fixed_at < ${instant(toMs)} and l.latitude is not null
        and l.fixed_at - l.received_at <= ${maxAheadMs / 1_000}::float8 * interval '1 second'
        and (l.accuracy_m is null or l.accuracy_m <= ${maxAccuracyM})
        and l.more->'valid' is distinct from 'false'::jsonb
        and l.more->'attributes'->'approximate' is distinct from 'true'::jsonb) as usable
    order by sample, at_ms, fingerprint`
}
