import type { Alert } from '@rastro/client'

/**
 * The inbox: open critical alerts, then the others, each newest first. The API lists by time alone, so the critical ones
 * are read separately: an old SOS may be on a later page.
 */
export function criticalFirst(critical: readonly Alert[], listed: readonly Alert[]): Alert[] {
  const known = new Set(critical.map(({ id }) => id))
  const rest = listed.filter(({ id }) => !known.has(id))
  return [
    ...critical,
    ...rest.filter(({ severity }) => severity === 'critical'),
    ...rest.filter(({ severity }) => severity !== 'critical'),
  ]
}
