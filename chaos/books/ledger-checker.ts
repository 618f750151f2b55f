// Compares what was acknowledged to trackers with what is stored. Pure, so that it can be tested with planted losses.

export interface Books {
  /** Times of the acknowledged locations by tracker. */
  acknowledged: ReadonlyMap<string, ReadonlySet<number>>
  /** Times of the stored rows by tracker, including duplicates. */
  stored: ReadonlyMap<string, readonly number[]>
  /** Time of the last location by tracker, as the API returns it. */
  newest: ReadonlyMap<string, number>
}

export interface Entry {
  identifier: string
  fixedAtMs: number
}

export interface Findings {
  acknowledged: number
  stored: number
  /** Acknowledged, but not stored. */
  lost: Entry[]
  /** Stored more than once. */
  duplicated: Entry[]
  /** Stored, but not acknowledged. Harmless while trackers still send. */
  unacknowledged: Entry[]
  /** The last location is not the latest one stored. */
  stale: { identifier: string; newestMs: number | undefined; latestMs: number }[]
}

export function checkLedger({ acknowledged, stored, newest }: Books): Findings {
  const findings: Findings = {
    acknowledged: 0,
    stored: 0,
    lost: [],
    duplicated: [],
    unacknowledged: [],
    stale: [],
  }
  for (const identifier of new Set([...acknowledged.keys(), ...stored.keys()])) {
    const expected = acknowledged.get(identifier) ?? new Set()
    const rows = stored.get(identifier) ?? []
    findings.acknowledged += expected.size
    findings.stored += rows.length
    const seen = new Set<number>()
    for (const fixedAtMs of rows) {
      if (seen.has(fixedAtMs)) findings.duplicated.push({ identifier, fixedAtMs })
      else if (!expected.has(fixedAtMs)) findings.unacknowledged.push({ identifier, fixedAtMs })
      seen.add(fixedAtMs)
    }
    for (const fixedAtMs of expected) {
      if (!seen.has(fixedAtMs)) findings.lost.push({ identifier, fixedAtMs })
    }
    const latestMs = rows.reduce((latest, ms) => Math.max(latest, ms), Number.NEGATIVE_INFINITY)
    const newestMs = newest.get(identifier)
    if (rows.length > 0 && newestMs !== latestMs) findings.stale.push({ identifier, newestMs, latestMs })
  }
  return findings
}
