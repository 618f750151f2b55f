// The identifiers of segments. The public one is the kind, and the number in base 62.

import { createHash } from 'node:crypto'
import type { SegmentKind } from './detection/detection.types.ts'

const prefixes: Record<SegmentKind, string> = { trip: 'trp', stop: 'sto', gap: 'gap' }
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const width = 22
const pattern = /^(trp|sto|gap)_([0-9A-Za-z]{22})$/

/** As many digits as fit into an exact number: reports make millions of identifiers, and a BigInt for each digit is slow. */
const digitsAtOnce = 8
const atOnce = 62n ** BigInt(digitsAtOnce)

export function toSegmentId(kind: SegmentKind, uuid: string): string {
  let rest = BigInt(`0x${uuid.replaceAll('-', '')}`)
  let text = ''
  while (text.length < width) {
    let some = Number(rest % atOnce)
    rest /= atOnce
    for (let index = 0; index < digitsAtOnce && text.length < width; index += 1) {
      text = alphabet[some % 62] + text
      some = Math.floor(some / 62)
    }
  }
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
  return toUuid(hex)
}

/**
 * Of a segment that is found by continuing from a state. Reads that are ahead of the processor derive the identifier that
 * it will store. A state is continued from once, so that no other segment of the device gets the same. The device can be
 * read from it, so that a segment is found before it is stored.
 */
export function deriveId(
  { deviceId, deviceNumber }: { deviceId: string; deviceNumber: number },
  stateAtMs: number,
  { kind, beganAtMs }: { kind: SegmentKind; beganAtMs: number },
): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([deviceId, stateAtMs, kind, beganAtMs]))
    .digest('hex')
  const masked = (deviceNumber ^ maskOf(digest)) >>> 0
  return toUuid(masked.toString(16).padStart(8, '0') + digest.slice(8, 32))
}

/** Any number, if the identifier was not derived. */
export function deviceNumberOf(uuid: string): number {
  const hex = uuid.replaceAll('-', '')
  return Number.parseInt(hex.slice(0, 8), 16) ^ maskOf(hex)
}

function maskOf(hex: string): number {
  return Number.parseInt(hex.slice(8, 16), 16)
}

function toUuid(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
