// The state of maintenance of devices, computed when it is read: late locations and new readings of meters change it.

import type { Static } from 'typebox'
import type { Context } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { openCursor, sealCursor } from '../../platform/http/cursors.ts'
import type { Chunk } from '../../platform/http/paging.ts'
import { deviceNotFound } from '../devices/device.api.ts'
import type { StateKey } from './state.queries.ts'
import * as queries from './state.queries.ts'
import type { StateView } from './state.schema.ts'
import type { StateFilter } from './state.types.ts'
import * as works from './work.queries.ts'

type Needs = Pick<Context, 'db' | 'now' | 'config'>

const cursorShape = /^maintenance (-?\d) (\d{1,19}) (\d{1,10}) (\d{1,10})$/
const chunkRows = 1_000

export async function pageStates(
  ctx: Needs,
  caller: Caller,
  filter: StateFilter,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<Chunk & { nextCursor: string | undefined }> {
  const { accountId, scope } = caller
  const { access } = ctx.config
  const after = cursor === undefined ? undefined : toKey(openCursor(access, accountId, cursor, cursorShape))
  const db = ctx.db.forAccount(accountId)
  const now = ctx.now()
  const keys = await queries.listKeys(db, scope, filter, { now, after, limit: limit + 1 })
  const page = keys.slice(0, limit)
  const last = keys.length > limit ? page.at(-1) : undefined
  const { json, count } = await queries.renderStates(db, page, now)
  const nextCursor = last && sealCursor(access, accountId, toText(last))
  return { json, count, nextCursor }
}

/** The whole list: the order is read once, then the records in chunks. */
export async function* streamStates(ctx: Needs, caller: Caller, filter: StateFilter): AsyncGenerator<Chunk> {
  const db = ctx.db.forAccount(caller.accountId)
  const now = ctx.now()
  const keys = await queries.listKeys(db, caller.scope, filter, { now, after: undefined, limit: null })
  for (let from = 0; from < keys.length; from += chunkRows) {
    yield await queries.renderStates(db, keys.slice(from, from + chunkRows), now)
  }
}

/** All plans that apply to a device, the worst first. */
export async function listOfDevice(
  ctx: Needs,
  caller: Caller,
  deviceId: string,
): Promise<Static<typeof StateView>[]> {
  const db = ctx.db.forAccount(caller.accountId)
  const device = await works.findDevice(db, caller.scope, deviceId)
  if (!device) throw deviceNotFound(deviceId)
  const scope = { kind: 'device', deviceNumber: device.number } as const
  const now = ctx.now()
  const keys = await queries.listKeys(db, scope, {}, { now, after: undefined, limit: null })
  const { json } = await queries.renderStates(db, keys, now)
  return JSON.parse(`[${json}]`) as Static<typeof StateView>[]
}

function toText({ level, urgency, deviceNumber, planNumber }: StateKey): string {
  return `maintenance ${level} ${urgency} ${deviceNumber} ${planNumber}`
}

function toKey([level, urgency, deviceNumber, planNumber]: string[]): StateKey {
  return {
    level: Number(level),
    urgency: Number(urgency),
    deviceNumber: Number(deviceNumber),
    planNumber: Number(planNumber),
  }
}
