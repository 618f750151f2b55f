// Decides where each location goes: to the store, to the buffer of an account that is being moved, or to quarantine. A
// location that was received before its tracker got the current owner goes nowhere.

import type { MovingAccount } from '../../platform/cells/moving.ts'
import { listMoving } from '../../platform/cells/moving.ts'
import { findIdentifierOwners } from '../cells/move-directory.api.ts'
import type { Batch, PipelineContext } from './batch.ts'
import { bufferRows } from './buffered-locations.api.ts'
import { deviceOf, isAssigned } from './device-cache.api.ts'
import { deviceRefOf, isStatus } from './location-row.api.ts'
import type { DeviceRef, LocationRow } from './location-row.types.ts'

export async function resolveDevices({ deviceCache }: PipelineContext, batch: Batch): Promise<void> {
  batch.devices = await deviceCache.resolveRows(batch.messages.flatMap(({ rows }) => rows))
}

export async function routeRows(ctx: PipelineContext, batch: Batch): Promise<void> {
  const { messages, devices, known, statuses, unknown, moving, beforeAssignment } = batch
  const movingAccounts = await listMoving(ctx)
  for (const { rows } of messages) {
    for (const row of rows) {
      const ref = deviceRefOf(row)
      const device = deviceOf(devices, row)
      const accountId = device?.accountId ?? accountOf(ref)
      if (accountId !== undefined && movingAccounts.has(accountId)) moving.push({ accountId, row })
      else if (device) (isStatus(row) ? statuses : known).push({ row, device })
      else if (isAssigned(devices, row)) beforeAssignment.push(row)
      else if (typeof ref === 'string') unknown.push(row)
    }
  }
  if (movingAccounts.size > 0 && unknown.length > 0) await routeDeparted(ctx, movingAccounts, batch)
}

/** A tracker whose account has left is unknown to this cell, but not to the directory. */
async function routeDeparted(
  ctx: PipelineContext,
  movingAccounts: ReadonlyMap<number, MovingAccount>,
  batch: Batch,
): Promise<void> {
  const identifiers = new Set(batch.unknown.map((row) => String(deviceRefOf(row))))
  const owners = await findIdentifierOwners(ctx, [...identifiers])
  const unknown: LocationRow[] = []
  for (const row of batch.unknown) {
    const accountId = owners.get(String(deviceRefOf(row)))
    if (accountId !== undefined && movingAccounts.has(accountId)) batch.moving.push({ accountId, row })
    else unknown.push(row)
  }
  batch.unknown = unknown
}

export async function bufferMovingAccounts(ctx: PipelineContext, batch: Batch): Promise<void> {
  if (batch.moving.length > 0) await bufferRows(ctx, batch.moving, batch.messages[0]!)
}

/** Only locations reported through the API name their account. */
function accountOf(ref: DeviceRef): number | undefined {
  return typeof ref === 'string' ? undefined : ref[0]
}
