// Stores the sessions of drivers of processed devices, and reports changes of drivers.

import type { Tx } from '../../../platform/context.ts'
import { findTagOwners } from '../../drivers/tag-owner.api.ts'
import type { OutboxEvent } from '../../events/event.types.ts'
import { toIso } from '../measures.api.ts'
import type { Processed } from '../processing.types.ts'
import { datedEvent } from '../publishing.ts'
import type { SessionRange } from './session.queries.ts'
import { deleteSessions, readStoredSessions, saveSessions } from './session.queries.ts'
import type { WrittenSession } from './session-changes.ts'
import { compareSessions } from './session-changes.ts'

/** Another driver, or none, from an instant on. */
interface DriverChange {
  device: Processed['device']
  atMs: number
  tag: string | null
}

/** Returns the events. */
export async function storeSessions(
  tx: Pick<Tx, 'db'>,
  processed: Processed[],
  now: Date,
): Promise<OutboxEvent[]> {
  const { db } = tx
  const changed = processed.filter(hasSessions)
  if (changed.length === 0) return []
  const stored = await readStoredSessions(db, changed.map(rangeOf))
  const removed: Parameters<typeof deleteSessions>[1] = []
  const written: Parameters<typeof saveSessions>[1] = []
  const changes: DriverChange[] = []
  for (const { device, found } of changed) {
    const { deviceNumber } = device
    const compared = compareSessions(
      stored.get(deviceNumber) ?? [],
      found.detected.sessions,
      found.until ? undefined : found.state.session,
    )
    removed.push(...compared.removed.map((beganAtMs) => ({ deviceNumber, beganAtMs })))
    written.push(...compared.written.map((session) => ({ ...session, deviceNumber })))
    changes.push(...changesOf(device, compared.written))
  }
  if (removed.length > 0) await deleteSessions(db, removed)
  if (written.length > 0) await saveSessions(db, written)
  return toEvents(tx, changes, now)
}

/** Most runs only move the state forward. */
function hasSessions({ found, isRecomputed, sessionBefore }: Processed): boolean {
  if (isRecomputed || found.detected.sessions.length > 0) return true
  return found.state.session?.beganAtMs !== sessionBefore?.beganAtMs
}

function rangeOf({ device, found, isRecomputed }: Processed): SessionRange {
  const { deviceNumber } = device
  const never = Number.POSITIVE_INFINITY
  if (!isRecomputed) return { deviceNumber, afterMs: never, untilMs: never, hasOpen: true }
  const { from, until } = found
  const untilMs = until?.lastAtMs ?? never
  return { deviceNumber, afterMs: from.lastAtMs, untilMs, hasOpen: until === null }
}

/** A session that had ended and is corrected causes none. */
function changesOf(device: Processed['device'], written: WrittenSession[]): DriverChange[] {
  const begun = new Set(written.map(({ beganAtMs }) => beganAtMs))
  return written
    .flatMap(({ tag, beganAtMs, endedAtMs, before }): DriverChange[] => {
      const began = before ? [] : [{ device, atMs: beganAtMs, tag }]
      const wasOpen = !before || before.endedAtMs === null
      const hasSignedOff = endedAtMs !== null && wasOpen && !begun.has(endedAtMs)
      return hasSignedOff ? [...began, { device, atMs: endedAtMs, tag: null }] : began
    })
    .sort((a, b) => a.atMs - b.atMs)
}

async function toEvents(tx: Pick<Tx, 'db'>, changes: DriverChange[], now: Date): Promise<OutboxEvent[]> {
  const tagged = changes.filter((change) => change.tag !== null)
  const owners = await findTagOwners(
    tx,
    tagged.map(({ tag, atMs }) => ({ tag: tag!, at: new Date(atMs) })),
  )
  const ownerOf = new Map(tagged.map((change, index) => [change, owners[index]]))
  return changes.flatMap((change) => {
    const { device, atMs, tag } = change
    const data = { driverId: ownerOf.get(change) ?? null, tag, drivingSince: toIso(atMs) }
    return datedEvent(device, 'driver.changed', atMs, data, now)
  })
}
