import type { Decoded } from './protocol.types.ts'

/** Merges consecutive reports of the same device in one request. */
export function gatherReports(reports: Decoded[]): Decoded[] {
  const gathered: Decoded[] = []
  for (const report of reports) {
    const last = gathered.at(-1)
    const joins =
      report.kind === 'locations' && last?.kind === 'locations' && last.identifier === report.identifier
    if (joins) last.locations.push(...report.locations)
    else gathered.push(report)
  }
  return gathered.length > 0 ? gathered : [{ kind: 'bad', why: 'an empty list' }]
}
