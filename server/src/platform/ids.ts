// Identifiers are opaque and never sequential; the prefix tells a person what a thing is.

import { randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export type IdPrefix = 'acc' | 'usr' | 'key' | 'ses' | 'req' | 'dev' | 'grp' | 'con' | 'ntf'

/** 22 characters of base 62 are 131 bits: more than a random UUID has. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomText(22)}`
}

export function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      // 248 is the largest multiple of 62 in a byte; what is above would favour the first letters.
      if (byte < 248 && text.length < length) text += alphabet[byte % 62]
    }
  }
  return text
}

/** A number in base 62, padded to a fixed width. */
export function toBase62(value: number, width: number): string {
  let text = ''
  for (let rest = value; text.length < width; rest = Math.floor(rest / 62)) text = alphabet[rest % 62] + text
  return text
}
