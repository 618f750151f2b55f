// What a check changes, as a pure function of the host and of what was found in DNS.

import type { Evidence, HostChange, StoredHost } from './host.types.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** A verified host without a proof is served this long. */
export const lapseAfterMs = 7 * dayMs
/** Afterwards a pending one waits for its people. */
const pendingForMs = 7 * dayMs
const lapsedForMs = 30 * dayMs

export function judgeCheck(host: StoredHost, { proof, leadsHere }: Evidence, now: Date): HostChange {
  const after = (ms: number) => new Date(now.getTime() + ms)
  const seen = { leadsHere, checkedAt: now, verifiedAt: host.verifiedAt }
  if (proof === 'found') {
    const verifiedAt = host.state === 'verified' ? host.verifiedAt : now
    return { ...seen, state: 'verified', fault: null, verifiedAt, failingSince: null, checkAt: after(dayMs) }
  }
  const failed = { ...seen, fault: proof }
  if (host.state === 'pending') {
    const ageMs = now.getTime() - host.addedAt.getTime()
    const waitMs = ageMs < dayMs ? 10 * minuteMs : 6 * hourMs
    const checkAt = ageMs < pendingForMs ? after(waitMs) : null
    return { ...failed, state: 'pending', failingSince: null, checkAt }
  }
  const failingSince = host.failingSince ?? now
  const failingMs = now.getTime() - failingSince.getTime()
  // DNS that does not answer may be our own trouble: only an answer without the record ends a host.
  const isOver = host.state === 'lapsed' || (failingMs >= lapseAfterMs && proof !== 'dns_failed')
  if (!isOver) return { ...failed, state: 'verified', failingSince, checkAt: after(6 * hourMs) }
  const checkAt = failingMs < lapsedForMs ? after(dayMs) : null
  return { ...failed, state: 'lapsed', failingSince, checkAt }
}
