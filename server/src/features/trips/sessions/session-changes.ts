// Compares the sessions that were found with those that are stored, and lists the rows to write. Pure.

import type { FoundSession } from '../detection/detection.types.ts'
import type { OpenSession } from '../detection/state.types.ts'

interface Session {
  tag: string
  beganAtMs: number
  /** Null while the driver has not signed off. */
  endedAtMs: number | null
  decidedAtMs: number | null
}

export interface StoredSession extends Session {
  version: number
}

export interface WrittenSession extends Session {
  version: number
  /** What was stored of it. */
  before: StoredSession | undefined
}

export interface SessionChanges {
  /** By their beginning. */
  removed: number[]
  written: WrittenSession[]
}

/** `stored` are those that may be replaced. `open`: undefined if the open one stands, null if there is none. */
export function compareSessions(
  stored: StoredSession[],
  found: FoundSession[],
  open: OpenSession | null | undefined,
): SessionChanges {
  const computed: Session[] = open ? [...found, openOf(open)] : found
  const beforeOf = match(stored, computed)
  const kept = new Set(computed.map(({ beganAtMs }) => beganAtMs))
  const removed = stored.map(({ beganAtMs }) => beganAtMs).filter((beganAtMs) => !kept.has(beganAtMs))
  const written = computed.flatMap((session): WrittenSession[] => {
    const before = beforeOf.get(session)
    if (!before) return [{ ...session, version: 1, before }]
    const isChanged = contentOf(before) !== contentOf(session)
    if (!isChanged && before.decidedAtMs === session.decidedAtMs) return []
    return [{ ...session, version: before.version + (isChanged ? 1 : 0), before }]
  })
  return { removed, written }
}

function openOf({ tag, beganAtMs }: OpenSession): Session {
  return { tag, beganAtMs, endedAtMs: null, decidedAtMs: null }
}

/** Of the same tag: with the same beginning, or else the first one that overlaps. */
function match(stored: StoredSession[], computed: Session[]): Map<Session, StoredSession> {
  const left = new Set(stored)
  const found = new Map<Session, StoredSession>()
  const take = (session: Session, isSame: (before: StoredSession) => boolean) => {
    const before = left.values().find((one) => one.tag === session.tag && isSame(one))
    if (!before) return
    found.set(session, before)
    left.delete(before)
  }
  for (const session of computed) take(session, (before) => before.beganAtMs === session.beganAtMs)
  for (const session of computed) {
    if (!found.has(session)) take(session, (before) => overlap(before, session))
  }
  return found
}

function overlap(one: Session, other: Session): boolean {
  const endOf = ({ endedAtMs }: Session) => endedAtMs ?? Number.POSITIVE_INFINITY
  return one.beganAtMs < endOf(other) && other.beganAtMs < endOf(one)
}

const contentOf = ({ tag, beganAtMs, endedAtMs }: Session) => `${beganAtMs} ${endedAtMs} ${tag}`
