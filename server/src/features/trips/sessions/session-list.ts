// The sessions of a driver that the caller sees, newest first, and tags that are of nobody.

import type { Static } from 'typebox'
import type { Context } from '../../../platform/context.ts'
import { inSnapshot } from '../../../platform/db/db.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { openCursor, sealCursor } from '../../../platform/http/cursors.ts'
import { getDriverNumber } from '../../drivers/driver.api.ts'
import { toIso } from '../measures.api.ts'
import type { SegmentPage } from '../reading/device-segments.ts'
import type { TimeRange } from '../reading/reading.types.ts'
import type { SessionView, UnknownTagView } from './session.schema.ts'
import { maxUnknownTags } from './session.schema.ts'
import type { SessionRow } from './session-read.queries.ts'
import * as queries from './session-read.queries.ts'

const dayMs = 86_400_000
const unknownSinceMs = 90 * dayMs
const cursorShape = /^session (-Infinity|-?\d{1,16}) (\d{1,10})$/
const maxDeviceNumber = 2 ** 31

export function pageOfSessions(
  ctx: Pick<Context, 'db' | 'config'>,
  caller: Caller,
  { driverId, period }: { driverId: string; period: TimeRange },
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<SegmentPage> {
  const { access } = ctx.config
  const { accountId } = caller
  const [beganAtMs, deviceNumber] =
    cursor === undefined
      ? [Number.POSITIVE_INFINITY, maxDeviceNumber]
      : (openCursor(access, accountId, cursor, cursorShape).map(Number) as [number, number])
  return inSnapshot(ctx, accountId, async (tx) => {
    const number = await getDriverNumber(tx, caller, driverId)
    const before = { beganAtMs, deviceNumber }
    const rows = await queries.listSessions(tx.db, caller.scope, number, period, before, limit + 1)
    const page = rows.slice(0, limit)
    const last = rows.length > limit ? page.at(-1) : undefined
    return {
      json: page.map((row) => JSON.stringify(toView(row))).join(','),
      count: page.length,
      nextCursor: last && sealCursor(access, accountId, `session ${last.beganMs} ${last.deviceNumber}`),
    }
  })
}

function toView({ deviceId, deviceName, tag, beganMs, endedMs }: SessionRow): Static<typeof SessionView> {
  return {
    deviceId,
    deviceName,
    source: tag === null ? 'assignment' : 'tag',
    tag,
    startedAt: Number.isFinite(beganMs) ? toIso(beganMs) : null,
    endedAt: endedMs === null ? null : toIso(endedMs),
  }
}

export async function listUnknownTags(
  ctx: Pick<Context, 'db' | 'now'>,
  caller: Caller,
): Promise<Static<typeof UnknownTagView>[]> {
  const db = ctx.db.forAccount(caller.accountId)
  const since = new Date(+ctx.now() - unknownSinceMs)
  const rows = await queries.listUnknownTags(db, caller.scope, since, maxUnknownTags)
  return rows.map(({ firstSeenAt, lastSeenAt, ...row }) => ({
    ...row,
    firstSeenAt: firstSeenAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
  }))
}
