// The form of a new share, and its request body.

import type { Share } from '@rastro/client'

const dayMs = 86_400_000

export interface WantedShare {
  name: string
  devices: string[]
  kind: Share['kind']
  from: string | null
  to: string | null
  expires: string | null
  fields: Share['fields']
  showNames: boolean
}

/** By default a link is valid for a week, and a period is the last day. */
export function newShare(devices: string[], nowMs: number): WantedShare {
  const after = (ms: number) => new Date(nowMs + ms).toISOString()
  return {
    name: '',
    devices,
    kind: 'live',
    from: after(-dayMs),
    to: after(0),
    expires: after(7 * dayMs),
    fields: ['speed', 'course'],
    showNames: true,
  }
}

/** Live shares must not have a period. */
export function toBody({ name, from, to, expires, ...wanted }: WantedShare) {
  return {
    ...wanted,
    name: name.trim(),
    ...(expires && { expires }),
    ...(wanted.kind === 'historic' && from && to && { from, to }),
  }
}
