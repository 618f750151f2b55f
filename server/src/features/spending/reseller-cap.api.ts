// Spending caps of a reseller: its provider limits what all accounts below it may send together.

import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import { InvalidError } from '../../platform/http/errors.ts'
import { canonicalTimeZone } from '../../platform/http/time-zones.ts'
import { isTimeZone } from '../../platform/http/validation.ts'
import { useOf } from './cap.ts'
import * as queries from './reseller-cap.queries.ts'
import type { CapName, CapUse } from './spending.types.ts'
import { forEachCap } from './spending.types.ts'

export interface ResellerSpending {
  timeZone: string
  caps: Record<CapName, CapUse>
}

export type ResellerCapChanges = Partial<Record<CapName, number | null>> & { timeZone?: string }

/** Undefined if the branch has no such reseller. */
export async function getResellerSpending(
  { now }: Pick<Context, 'now'>,
  branch: Db,
  resellerId: string,
): Promise<ResellerSpending | undefined> {
  const found = await queries.findCaps(branch, resellerId)
  if (!found) return undefined
  const spent = await queries.listSpent(branch, resellerId, now())
  return { timeZone: found.timeZone, caps: forEachCap((name) => useOf(name, found.caps[name], spent)) }
}

/** Null removes a cap. Counts for the next message. False if the branch has no such reseller. */
export async function changeResellerCaps(
  { now }: Pick<Context, 'now'>,
  branch: Db,
  resellerId: string,
  { timeZone, ...caps }: ResellerCapChanges,
): Promise<boolean> {
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw new InvalidError('timeZone.invalid', `"${timeZone}" is not an IANA time zone.`)
  const zone = timeZone === undefined ? undefined : canonicalTimeZone(timeZone)
  return queries.changeCaps(branch, resellerId, { timeZone: zone, caps }, now())
}
