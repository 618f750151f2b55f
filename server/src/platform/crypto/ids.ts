// Identifiers are opaque and never sequential; the prefix names the resource type.

import { randomFillSync } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export type IdPrefix =
  | 'acc'
  | 'res'
  | 'ltr'
  | 'prl'
  | 'usr'
  | 'key'
  | 'ses'
  | 'req'
  | 'dev'
  | 'grp'
  | 'geo'
  | 'rul'
  | 'alt'
  | 'con'
  | 'ntf'
  | 'rec'
  | 'cmd'
  | 'ing'
  | 'shr'
  | 'whk'
  | 'dlv'
  | 'evt'
  | 'bak'
  | 'stp'
  | 'psk'
  | 'rcv'
  | 'exp'
  | 'rpt'
  | 'mrk'
  | 'drv'
  | 'dtg'
  | 'rdf'
  | 'rsc'
  | 'rsr'
  | 'rem'
  | 'mpl'
  | 'mwk'
  | 'fse'
  | 'fev'
  | 'sup'
  | 'esc'
  | 'ocs'
  | 'oco'
  | 'psh'
  | 'scm'
  | 'scg'

/** 22 characters of base 62 are 131 bits: more than a random UUID has. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomText(22)}`
}

// Every API request gets an identifier, and fetching random bytes costs the same for many as for a few.
const pool = new Uint8Array(4_096)
let used = pool.length

export function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    if (used === pool.length) {
      randomFillSync(pool)
      used = 0
    }
    const byte = pool[used]!
    // Used bytes are erased: some become secrets.
    pool[used] = 0
    used += 1
    // 248 is the largest multiple of 62 in a byte; larger values would favour the first characters.
    if (byte < 248) text += alphabet[byte % 62]
  }
  return text
}

/** A number in base 62, padded to a fixed width. */
export function toBase62(value: number, width: number): string {
  let text = ''
  for (let rest = value; text.length < width; rest = Math.floor(rest / 62)) text = alphabet[rest % 62] + text
  return text
}
