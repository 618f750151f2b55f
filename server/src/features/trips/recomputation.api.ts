// Requests of operators to compute trips again. The processor follows them at its own pace.

import type { Context } from '../../platform/context.ts'
import { isRefusedMoving } from '../../platform/http/errors.ts'
import { pageAccountNumbers } from '../auth/auth.api.ts'
import * as queries from './recomputation.queries.ts'

type Needs = Pick<Context, 'db' | 'log'>

const accountsPerPage = 500
const devicesPerStatement = 500

export interface RecomputationRequest {
  /** Null: from the first location that is kept. */
  since: Date | null
  /** Without it: all accounts of this cell. */
  accountId?: number | undefined
  /** Without it: all devices of the account. */
  deviceNumber?: number | undefined
}

export interface RequestedRecomputation {
  devices: number
  /** Accounts that are being moved: request it again in their new cell. */
  movingAccounts: number
}

/** Devices that were never processed need no request. */
export async function requestRecomputation(
  ctx: Needs,
  { since, accountId, deviceNumber }: RecomputationRequest,
): Promise<RequestedRecomputation> {
  const requested: RequestedRecomputation = { devices: 0, movingAccounts: 0 }
  const requestOf = async (account: number) => {
    try {
      requested.devices += await requestOfAccount(ctx, account, since, deviceNumber)
    } catch (error) {
      if (!isRefusedMoving(error)) throw error
      requested.movingAccounts += 1
    }
  }
  if (accountId !== undefined) {
    await requestOf(accountId)
    return requested
  }
  for (let after = 0; ; ) {
    const page = await pageAccountNumbers(ctx, after, accountsPerPage)
    for (const account of page) await requestOf(account.accountId)
    if (page.length < accountsPerPage) return requested
    after = page.at(-1)!.accountId
  }
}

async function requestOfAccount(
  ctx: Needs,
  accountId: number,
  since: Date | null,
  deviceNumber: number | undefined,
): Promise<number> {
  const db = ctx.db.forAccount(accountId)
  if (deviceNumber !== undefined) return (await queries.requestRedo(db, since, [deviceNumber])).length
  let devices = 0
  for (let after = 0; ; ) {
    const numbers = await queries.pageDevices(db, after, devicesPerStatement)
    devices += (await queries.requestRedo(db, since, numbers)).length
    if (numbers.length < devicesPerStatement) return devices
    after = numbers.at(-1)!
  }
}

/** Devices whose recomputation is not done yet. */
export function countRequested(
  ctx: Pick<Context, 'db'>,
  { accountId, deviceNumber }: Pick<RecomputationRequest, 'accountId' | 'deviceNumber'>,
): Promise<number> {
  if (accountId === undefined) return queries.countRedo(ctx.db.recorder)
  return queries.countRedoOfAccount(ctx.db.forAccount(accountId), deviceNumber)
}

/** The number of a device of the account, by its public identifier. */
export function findDeviceNumber(
  ctx: Pick<Context, 'db'>,
  accountId: number,
  deviceId: string,
): Promise<number | undefined> {
  return queries.findDeviceNumber(ctx.db.forAccount(accountId), deviceId)
}
