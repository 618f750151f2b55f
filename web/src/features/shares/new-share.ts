// A share before it is made: what the form begins with, and what of it is sent.

import type { Share } from '@rastro/client'

const dayMs = 86_400_000

export const fieldNames: Share['fields'] = [
  'speed',
  'course',
  'altitude',
  'accuracy',
  'battery',
  'ignition',
  'moving',
  'mileage',
  'fuel',
  'temperature',
  'humidity',
]

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

/** A link that nobody shortens is good for a week; a period that nobody changes is the last day. */
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

/** A period means nothing to a live share, and is refused with one. */
export function toBody({ name, from, to, expires, ...wanted }: WantedShare) {
  return {
    ...wanted,
    name: name.trim(),
    ...(expires && { expires }),
    ...(wanted.kind === 'historic' && from && to && { from, to }),
  }
}
