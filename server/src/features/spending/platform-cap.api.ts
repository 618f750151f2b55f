// Spending caps of the platform, set by the operator. They count over all accounts and cells.

import type { Context } from '../../platform/context.ts'
import { InvalidError } from '../../platform/http/errors.ts'
import { canonicalTimeZone } from '../../platform/http/time-zones.ts'
import { isTimeZone } from '../../platform/http/validation.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import { toStored } from './cap.api.ts'
import * as queries from './cap.queries.ts'
import { kindOf, toCap, useOf } from './cap.ts'
import { platformOf } from './platform-database.ts'
import type { CapName, CapUse } from './spending.types.ts'
import { capNames, forEachCap } from './spending.types.ts'

type Needs = Pick<Context, 'db' | 'cells' | 'now'>

export interface PlatformSpending {
  timeZone: string
  caps: Record<CapName, CapUse & { isSet: boolean }>
}

export async function getPlatformSpending(ctx: Needs): Promise<PlatformSpending> {
  const { timeZone, caps } = await queries.getPlatformCaps(platformOf(ctx))
  const spent = await queries.listPlatformSpent(platformOf(ctx), ctx.now())
  return {
    timeZone,
    caps: forEachCap((name) => ({ isSet: caps[name] !== null, ...useOf(name, toCap(caps[name]), spent) })),
  }
}

/** Acts on the next message. Null is no cap, `default` is not set. */
export async function changePlatformCaps(
  ctx: Needs,
  changes: Partial<Record<CapName, number | null | 'default'>> & { timeZone?: string },
): Promise<PlatformSpending> {
  const { timeZone: wanted, ...wantedCaps } = changes
  if (wanted !== undefined && !isTimeZone(wanted))
    throw new InvalidError('timeZone.invalid', `"${wanted}" is not an IANA time zone.`)
  const timeZone = wanted === undefined ? undefined : canonicalTimeZone(wanted)
  const caps = Object.fromEntries(
    Object.entries(wantedCaps).map(([name, change]) => [name, toStored(change, null)]),
  )
  await queries.setPlatformCaps(platformOf(ctx), { timeZone, caps }, ctx.now())
  return getPlatformSpending(ctx)
}

/** For the metrics of a notifier. */
export async function showPlatformSpending(ctx: Needs): Promise<void> {
  const { caps } = await getPlatformSpending(ctx)
  for (const name of capNames) {
    const labels = kindOf(name)
    const { cap, used } = caps[name]
    metrics.platformSpent.set(labels, used)
    if (cap === null) metrics.platformCap.remove(labels)
    else metrics.platformCap.set(labels, cap)
  }
}
