// The identifiers of segments. The public one is the kind, and the number in base 62.

import { createHash } from 'node:crypto'
import type { SegmentKind } from './detection/detection.types.ts'

const prefixes: Record<SegmentKind, string> = { trip: 'trp', stop: 'sto', gap: 'gap' }
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const width = 22
const pattern = /^(trp|sto|gap)_([0-9A-Za-z]{22})$/

export function toSegmentId(kind: SegmentKind, uuid: string): string {
  let rest = BigInt(`0x${uuid.replaceAll('-', '')}`)
  let text = ''
  for (let index = 0; index < width; index += 1, rest /= 62n) text = alphabet[Number(rest % 62n)] + text
  return `${prefixes[kind]}_${text}`
}

/** Undefined if it is not one. */
export function fromSegmentId(id: string): string | undefined {
  const text = pattern.exec(id)?.[2]
  if (!text) return undefined
  let value = 0n
  for (const character of text) value = value * 62n + BigInt(alphabet.indexOf(character))
  const hex = value.toString(16).padStart(32, '0')
  if (hex.length > 32) return undefined
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/**
 * Of a segment that is found by continuing from a state. Reads that are ahead of the processor derive the identifier that
 * it will store. A state is continued from once, so that no other segment of the device gets the same.
 */
export function deriveId(
  deviceId: string,
  stateAtMs: number,
  { kind, beganAtMs }: { kind: SegmentKind; beganAtMs: number },
): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([deviceId, stateAtMs, kind, beganAtMs]))
    .digest('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}
