// Where a stream goes on after a cut, and what of that was heard before.

export interface Places {
  /** The place to go on behind. */
  last(): string | undefined
  /** A place was heard of. */
  pass(id: string): void
  /** Whether the event at this place is told for the first time. */
  isNew(id: string): boolean
}

/** Events come in the order of their places, so the last one heard is the place. */
export function createPlaces(after: string | undefined): Places {
  let last = after
  return {
    last: () => last,
    pass(id) {
      last = id
    },
    isNew: () => true,
  }
}

interface Stretch {
  from: string | undefined
  beganAtMs: number
  told: Set<string>
}

/**
 * Of a thinned stream the server holds some locations back for a while, and tells them behind later ones. A cut would
 * lose those, so this goes on from a place that is older than any such while, and knows what was told since then.
 */
export function createThinnedPlaces(after: string | undefined, everySeconds: number): Places {
  const longestHeldMs = (2 * everySeconds + 1) * 1_000
  const begin = (from: string | undefined): Stretch => ({ from, beganAtMs: Date.now(), told: new Set() })
  let older = begin(after)
  let newer = older
  return {
    last: () => older.from,
    pass(id) {
      older.from ??= id
      if (Date.now() - newer.beganAtMs < longestHeldMs) return
      older = newer
      newer = begin(id)
    },
    isNew(id) {
      if (older.told.has(id) || newer.told.has(id)) return false
      newer.told.add(id)
      return true
    },
  }
}
