// Periods of lists, as they are typed.

import { UsageError } from './failure.ts'

/** A date is its beginning in the local time zone. */
export function periodOf({ from, to }: { from?: string; to?: string }): { from?: string; to?: string } {
  return {
    ...(from !== undefined && { from: instantOf(from) }),
    ...(to !== undefined && { to: instantOf(to) }),
  }
}

function instantOf(text: string): string {
  const at = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00` : text)
  if (Number.isNaN(at.getTime()))
    throw new UsageError(`"${text}" is not a time. Example: 2026-11-15T08:00:00Z`)
  return at.toISOString()
}
