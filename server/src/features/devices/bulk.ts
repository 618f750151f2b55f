// Changes many devices in one call. Every item is a transaction of its own and has its own result. With an
// Idempotency-Key each device is created once: a repeated call continues where the first one ended.

import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { Context, Tx } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { toErrorResponse } from '../../platform/http/errors.ts'
import { merged } from '../../platform/http/patch.ts'
import { requireValid } from '../../platform/http/validation.ts'
import type { WriteReply, WriteRequest } from '../../platform/http/write.ts'
import { write } from '../../platform/http/write.ts'
import type { BulkBody, BulkResult } from './bulk.schema.ts'
import { DeviceBody } from './device.schema.ts'
import type { DeviceDocument } from './device.types.ts'
import { changeDevice, createDevices, deleteDevice, toDocument } from './device-changes.api.ts'

type Wanted = Static<typeof BulkBody>
type Result = Static<typeof BulkResult>
type Item =
  | { action: 'delete'; index: number; id: string }
  | { action: 'update'; index: number; id: string; patch: object }
  | { action: 'create'; index: number; document: DeviceDocument }

/** Deletions come first, creations last: licenses and identifiers are free for the next. */
export async function changeDevices(
  ctx: Context,
  request: FastifyRequest,
  { create = [], update = [], delete: ids = [] }: Wanted,
): Promise<Result[]> {
  const items: Item[] = [
    ...ids.map((id, index) => ({ action: 'delete' as const, index, id })),
    ...update.map(({ id, patch }, index) => ({ action: 'update' as const, index, id, patch })),
    ...create.map((document, index) => ({ action: 'create' as const, index, document })),
  ]
  const results: Result[] = []
  for (const item of items) results.push(await changeOne(ctx, request, item))
  return results
}

async function changeOne(ctx: Context, request: FastifyRequest, item: Item): Promise<Result> {
  const { action, index } = item
  try {
    const { id } = await write(ctx, partOf(request, item), ignored, async (tx) => ({
      payload: { id: await execute(tx, request.caller, item) },
    }))
    return { action, index, success: true, id }
  } catch (error) {
    const { status, code, error: message, details } = toErrorResponse(error)
    // A retry may succeed: the caller repeats the whole call.
    if (status >= 500) throw error
    return { action, index, success: false, status, code, error: message, ...(details && { details }) }
  }
}

async function execute(tx: Tx, caller: Caller, item: Item): Promise<string> {
  if (item.action === 'create') return (await createDevices(tx, caller, [item.document]))[0]!
  if (item.action === 'delete') await deleteDevice(tx, caller, item.id, () => {})
  else {
    await changeDevice(tx, caller, item.id, (before) => ({
      groups: [],
      limits: { expires: false },
      ...requireValid(DeviceBody, merged(toDocument(before), item.patch)),
    }))
  }
  return item.id
}

/** The status and the headers of the response are those of the whole call. */
const ignored: WriteReply = { code: () => {}, header: () => {} }

/**
 * The item as a request of its own. A creation has its own key; a repeated update or deletion has the same effect
 * without one, and stores nothing.
 */
function partOf({ caller, method, url, headers }: FastifyRequest, item: Item): WriteRequest {
  const { 'idempotency-key': key, ...rest } = headers
  const hasKey = key !== undefined && item.action === 'create'
  const own = createHash('sha256').update(`${key} ${item.action} ${item.index}`).digest('base64url')
  return { caller, method, url, headers: hasKey ? { ...rest, 'idempotency-key': own } : rest, body: item }
}
