import type { Decoded } from './protocol.types.ts'

/** What one request said, where neighbouring reports of the same device become one. */
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
