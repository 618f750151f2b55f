// Compares what trackers were told with what the store has. Pure, so that it can be tested with a planted loss.

export interface Books {
  /** For each tracker the times of the locations that were acknowledged to it. */
  acknowledged: ReadonlyMap<string, ReadonlySet<number>>
  /** For each tracker the times of its rows; what was stored twice stands twice. */
  stored: ReadonlyMap<string, readonly number[]>
  /** For each tracker the time of its newest location, as the API shows it. */
  newest: ReadonlyMap<string, number>
}

export interface Entry {
  identifier: string
  fixedAtMs: number
}

export interface Findings {
  acknowledged: number
  stored: number
  /** Acknowledged, and not there. */
  lost: Entry[]
  /** There more than once. */
  duplicated: Entry[]
  /** There, though no tracker was told so. Harmless while trackers still send. */
  unacknowledged: Entry[]
  /** The newest location is not the latest one stored. */
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
    const told = acknowledged.get(identifier) ?? new Set()
    const rows = stored.get(identifier) ?? []
    findings.acknowledged += told.size
    findings.stored += rows.length
    const seen = new Set<number>()
    for (const fixedAtMs of rows) {
      if (seen.has(fixedAtMs)) findings.duplicated.push({ identifier, fixedAtMs })
      else if (!told.has(fixedAtMs)) findings.unacknowledged.push({ identifier, fixedAtMs })
      seen.add(fixedAtMs)
    }
    for (const fixedAtMs of told) {
      if (!seen.has(fixedAtMs)) findings.lost.push({ identifier, fixedAtMs })
    }
    const latestMs = rows.reduce((latest, ms) => Math.max(latest, ms), Number.NEGATIVE_INFINITY)
    const newestMs = newest.get(identifier)
    if (rows.length > 0 && newestMs !== latestMs) findings.stale.push({ identifier, newestMs, latestMs })
  }
  return findings
}
