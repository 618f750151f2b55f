// For devices whose history is stored from the newest day back, as that of the demo: they wait until it is complete.
// Otherwise trips are computed from the newest day on, and each earlier day corrects them.

import type { Context } from '../../platform/context.ts'
import * as queries from './history.queries.ts'
import { processDevices } from './processing.ts'

type Needs = Pick<Context, 'db' | 'now' | 'log'>

/** Those of the account that were never processed. They wait until they are released, but not longer than this. */
export function holdDevices(ctx: Needs, accountId: number, until: Date): Promise<void> {
  return queries.holdDevices(ctx.db.forAccount(accountId), { now: ctx.now(), until })
}

export async function releaseDevices(ctx: Needs, accountId: number, identifiers: string[]): Promise<void> {
  await queries.releaseDevices(ctx.db.forAccount(accountId), identifiers)
}

/** Releases devices and computes their trips at once, without waiting for the trips role. Returns their ids. */
export async function computeTrips(ctx: Needs, accountId: number, identifiers: string[]): Promise<string[]> {
  const released = await queries.releaseDevices(ctx.db.forAccount(accountId), identifiers)
  const numbers = released.map(({ deviceNumber }) => deviceNumber)
  while (await processDevices(ctx, accountId, numbers));
  return identifiers.flatMap((one) => released.find(({ identifier }) => identifier === one)?.deviceId ?? [])
}
