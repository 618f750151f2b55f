// The form of a new share, and its request body.

import type { Share } from '@rastro/client'

/** Of every query about share links. */
export const sharesKey = ['shares']

const dayMs = 86_400_000

export interface WantedShare {
  name: string
  devices: string[]
  type: Share['type']
  from: string | null
  to: string | null
  expiresAt: string | null
  fields: Share['fields']
  showNames: boolean
}

/** By default a link is valid for a week, and a period is the last day. */
export function newShare(devices: string[], nowMs: number, name = ''): WantedShare {
  const after = (ms: number) => new Date(nowMs + ms).toISOString()
  return {
    name,
    devices,
    type: 'live',
    from: after(-dayMs),
    to: after(0),
    expiresAt: after(7 * dayMs),
    fields: ['speed', 'course'],
    showNames: true,
  }
}

/** Live shares must not have a period. */
export function toBody({ name, from, to, expiresAt, ...wanted }: WantedShare) {
  return {
    ...wanted,
    name: name.trim(),
    ...(expiresAt && { expiresAt }),
    ...(wanted.type === 'historic' && from && to && { from, to }),
  }
}
