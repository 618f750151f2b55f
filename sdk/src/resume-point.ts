// The cursor to resume a stream from, and which events were already delivered.

export interface ResumePoint {
  /** The cursor to resume after. */
  last(): string | undefined
  /** A cursor was received. */
  add(id: string): void
  /** Whether the event at this cursor is delivered for the first time. */
  isNew(id: string): boolean
}

/** Events arrive in the order of their cursors, so the last one received is the resume point. */
export function createResumePoint(after: string | undefined): ResumePoint {
  let last = after
  return {
    last: () => last,
    add(id) {
      last = id
    },
    isNew: () => true,
  }
}

interface Window {
  from: string | undefined
  beganAtMs: number
  seen: Set<string>
}

/**
 * In a thinned stream the server delays some locations and sends them after later ones. Resuming from the last cursor
 * would lose those, so this resumes from a cursor older than the longest delay, and filters what was delivered since,
 * and for as long before: that cursor may itself be of a delayed location.
 */
export function createThinnedResumePoint(after: string | undefined, everySeconds: number): ResumePoint {
  const longestDelayMs = (2 * everySeconds + 1) * 1_000
  const begin = (from: string | undefined): Window => ({ from, beganAtMs: Date.now(), seen: new Set() })
  let newer = begin(after)
  let older = newer
  let oldest = newer
  return {
    last: () => older.from,
    add(id) {
      older.from ??= id
      // A resumed stream begins with the cursor that it was resumed from.
      if (id === older.from || Date.now() - newer.beganAtMs < longestDelayMs) return
      oldest = older
      older = newer
      newer = begin(id)
    },
    isNew(id) {
      if ([newer, older, oldest].some(({ seen }) => seen.has(id))) return false
      newer.seen.add(id)
      return true
    },
  }
}
