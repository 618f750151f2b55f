// Stores the visits of processed devices, and reports them.

import type { AccountDb } from '../../../platform/db/db.ts'
import type { OutboxEvent } from '../../events/event.types.ts'
import { secondsBetween } from '../detection/local-days.ts'
import { toIso, toMetres } from '../measures.api.ts'
import type { Processed } from '../processing.types.ts'
import { datedEvent } from '../publishing.ts'
import type { AccountAreas } from './areas.ts'
import type { VisitRange } from './visit.queries.ts'
import { deleteVisits, readStoredVisits, saveVisits } from './visit.queries.ts'
import type { WrittenVisit } from './visit-changes.ts'
import { compareVisits } from './visit-changes.ts'

type NamedVisit = WrittenVisit & { deviceNumber: number; geofenceId: string }

/** Returns the events. */
export async function storeVisits(
  db: AccountDb,
  processed: Processed[],
  areas: AccountAreas,
  now: Date,
): Promise<OutboxEvent[]> {
  const changed = processed.filter(hasVisits)
  if (changed.length === 0) return []
  const stored = await readStoredVisits(db, changed.map(rangeOf))
  const removed: Parameters<typeof deleteVisits>[1] = []
  const written: NamedVisit[] = []
  const events: OutboxEvent[] = []
  for (const { device, found, open } of changed) {
    const { deviceNumber } = device
    const changes = compareVisits(
      stored.get(deviceNumber) ?? [],
      found.detected.visits,
      found.until ? null : (open?.visits ?? []),
    )
    removed.push(...changes.removed.map((key) => ({ ...key, deviceNumber })))
    const named = changes.written.flatMap((visit): NamedVisit[] => {
      const geofenceId = visit.before?.geofenceId ?? areas.idOf(visit.area)
      return geofenceId === undefined ? [] : [{ ...visit, deviceNumber, geofenceId }]
    })
    written.push(...named)
    events.push(...named.flatMap((visit) => eventsOf(visit, device, now)).sort((a, b) => +a.at - +b.at))
  }
  if (removed.length > 0) await deleteVisits(db, removed)
  if (written.length > 0) await saveVisits(db, written)
  return events
}

/** Most runs only move the state forward. */
function hasVisits({ found, isRecomputed, open, visitsBefore }: Processed): boolean {
  if (isRecomputed || found.detected.visits.length > 0) return true
  return keysOf(open?.visits ?? []) !== keysOf(visitsBefore)
}

function keysOf(visits: { area: number; enteredAtMs: number }[]): string {
  return visits.map(({ area, enteredAtMs }) => `${area} ${enteredAtMs}`).join()
}

function rangeOf({ device, found, isRecomputed }: Processed): VisitRange {
  const { deviceNumber } = device
  if (!isRecomputed)
    return {
      deviceNumber,
      afterMs: Number.POSITIVE_INFINITY,
      untilMs: Number.POSITIVE_INFINITY,
      hasOpen: true,
    }
  const { from, until } = found
  const untilMs = until?.lastAtMs ?? Number.POSITIVE_INFINITY
  return { deviceNumber, afterMs: from.lastAtMs, untilMs, hasOpen: until === null }
}

/** A visit that had ended and is corrected causes none. */
function eventsOf(visit: NamedVisit, device: Processed['device'], now: Date): OutboxEvent[] {
  const { before, enteredAtMs, leftAtMs, geofenceId, version } = visit
  const entered = { geofenceId, version, enteredAt: toIso(enteredAtMs) }
  const started = before ? [] : datedEvent(device, 'visit.started', enteredAtMs, entered, now)
  if (leftAtMs === null || (before && before.leftAtMs !== null)) return started
  const data = {
    ...entered,
    leftAt: toIso(leftAtMs),
    type: visit.kind,
    duration: secondsBetween(enteredAtMs, leftAtMs),
    distance: toMetres(visit.cm),
    idleSeconds: visit.idleSeconds,
  }
  return [...started, ...datedEvent(device, 'visit.ended', leftAtMs, data, now)]
}
