// A support session of some days ago, so that the view of them shows one.

import { recordPastSession } from '../../features/support/support.api.ts'
import type { Tx } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'

const agoMs = 3 * 86_400_000
const routes = ['GET /api/devices', 'GET /api/devices/{deviceId}', 'GET /api/devices/{deviceId}/trips']

export function showSupport(ctx: Tx): Promise<void> {
  const before = { ...ctx, now: () => new Date(ctx.now().getTime() - agoMs) }
  const visitor = { id: newId('usr'), name: 'support@provider.example', organization: 'Provider' }
  const reason = 'Ticket 4711: a tracker reports no mileage'
  return recordPastSession(before, { id: newId('sup'), visitor, reason, access: 'read', minutes: 30 }, routes)
}
