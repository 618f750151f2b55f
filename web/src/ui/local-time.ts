// Instants as date inputs write them: local time in a time zone, without an offset.

import { zoneOffset } from './zone-offset.ts'

const minuteMs = 60_000

/** `2026-11-15T09:41` */
export function toLocalText(at: string | number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return parts.format(new Date(at)).replace(' ', 'T')
}

/** Undefined if the text is not a time. */
export function fromLocalText(text: string, timeZone: string): string | undefined {
  const asUtcMs = Date.parse(`${text}Z`)
  if (Number.isNaN(asUtcMs)) return undefined
  const nearMs = asUtcMs - offsetMs(timeZone, asUtcMs)
  // A second pass: the offset may have changed between the two.
  return new Date(asUtcMs - offsetMs(timeZone, nearMs)).toISOString()
}

function offsetMs(timeZone: string, atMs: number): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(zoneOffset(timeZone, atMs)) ?? []
  return (Number(hours) * 60 + Number(minutes)) * minuteMs * (sign === '-' ? -1 : 1)
}
