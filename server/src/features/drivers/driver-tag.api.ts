// The tags of drivers. Which driver a tag means is looked up whenever something is read, so that a tag can be given to a
// driver back in time.

import type { Static } from 'typebox'
import type { Tx } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import { lockAccount } from '../../platform/db/account-lock.queries.ts'
import type { AccountDb } from '../../platform/db/db.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ConflictError, NotFoundError } from '../../platform/http/errors.ts'
import { recordChanges } from '../audit/audit.api.ts'
import { periodOf } from './counted-period.ts'
import { getDriverNumber, lockDriver } from './driver.api.ts'
import { touchDriver } from './driver.queries.ts'
import type { TagBody, TagView } from './driver.schema.ts'
import { maxTags } from './driver.schema.ts'
import type { CountedPeriod, StoredDriver } from './driver.types.ts'
import type { StoredTag } from './driver-tag.queries.ts'
import * as queries from './driver-tag.queries.ts'

type Body = Static<typeof TagBody>
type View = Static<typeof TagView>

export async function listTags(ctx: { db: AccountDb }, caller: Caller, driverId: string): Promise<View[]> {
  const number = await getDriverNumber(ctx, caller, driverId)
  return (await queries.readTags(ctx.db, number)).map((json) => JSON.parse(json) as View)
}

export async function createTag(ctx: Tx, caller: Caller, driverId: string, body: Body): Promise<View> {
  const driver = await lock(ctx, driverId)
  if ((await queries.countTags(ctx.db, driver.number)) >= maxTags) {
    const message = `A driver has at most ${maxTags} tags. Delete one first.`
    throw new ConflictError('driverTags.too_many', message)
  }
  const period = await freePeriodOf(ctx, body)
  await requireFree(ctx, body.tag, period, null)
  const now = ctx.now()
  const id = newId('dtg')
  await queries.insertTag(ctx.db, id, driver.number, { tag: body.tag, ...period }, now)
  await touchDriver(ctx.db, driver.number, now)
  const after = toDocument({ tag: body.tag, ...period })
  await recordChanges(ctx, caller, [{ action: 'driverTags.created', target: driverId, before: null, after }])
  return { id, ...after, createdAt: now.toISOString() }
}

export async function replaceTag(
  ctx: Tx,
  caller: Caller,
  driverId: string,
  tagId: string,
  body: Body,
): Promise<View> {
  const driver = await lock(ctx, driverId)
  const stored = await getTag(ctx, driver, tagId)
  const period = await freePeriodOf(ctx, body)
  await requireFree(ctx, body.tag, period, stored.number)
  await queries.updateTag(ctx.db, stored.number, { tag: body.tag, ...period })
  await touchDriver(ctx.db, driver.number, ctx.now())
  const [before, after] = [toDocument(stored), toDocument({ tag: body.tag, ...period })]
  await recordChanges(ctx, caller, [{ action: 'driverTags.changed', target: driverId, before, after }])
  return (await listTags(ctx, caller, driverId)).find(({ id }) => id === tagId)!
}

export async function deleteTag(ctx: Tx, caller: Caller, driverId: string, tagId: string): Promise<void> {
  const driver = await lock(ctx, driverId)
  const stored = await getTag(ctx, driver, tagId)
  await queries.deleteTag(ctx.db, stored.number)
  await touchDriver(ctx.db, driver.number, ctx.now())
  const before = toDocument(stored)
  await recordChanges(ctx, caller, [{ action: 'driverTags.deleted', target: driverId, before, after: null }])
}

/** Also the account: a tag is of one driver at a time. */
async function lock(ctx: Tx, driverId: string): Promise<StoredDriver> {
  await lockAccount(ctx.db)
  return lockDriver(ctx, driverId)
}

async function getTag({ db }: Tx, { number }: StoredDriver, id: string): Promise<StoredTag> {
  const tag = await queries.findTag(db, number, id)
  if (!tag) {
    throw new NotFoundError('driverTags.not_found', `The tag "${id}" does not exist, or is not yours to see.`)
  }
  return tag
}

/** Without a beginning, not before the end of a deleted driver who had the tag: nobody can end that one. */
async function freePeriodOf({ db }: Tx, body: Body): Promise<CountedPeriod> {
  const period = periodOf(body)
  if (period.from !== null) return period
  const from = (await queries.findFreeSince(db, body.tag)) ?? null
  return { ...period, from: from && period.to && from >= period.to ? null : from }
}

async function requireFree(
  { db }: Tx,
  tag: string,
  period: CountedPeriod,
  except: number | null,
): Promise<void> {
  const owner = await queries.findOwnerDuring(db, tag, period, except)
  if (owner === undefined) return
  throw new ConflictError(
    'driverTags.taken',
    `The tag "${tag}" is of "${owner}" at that time. End that first, or choose another period.`,
  )
}

function toDocument({ tag, from, to }: { tag: string } & CountedPeriod) {
  return { tag, from: from?.toISOString() ?? null, to: to?.toISOString() ?? null }
}
