// What one cell hands to another says so in a line that only cells can write: from whom, to whom, when, and for which
// address. It is signed with the secret that they share. It opens nothing by itself: whoever is handed on proves who he is
// where he lives. It says where he came from, and that he is not to be handed on again.

import { isIP } from 'node:net'
import type { Secrets } from '../../platform/crypto/seal.ts'
import { isSigned, sign } from '../../platform/crypto/seal.ts'

export const passageHeader = 'x-rastro-passage'
const purpose = 'passage between cells'
/** Between the clocks of two cells, and on the way. */
const goodForMs = 60_000
const nothing = '-'

export interface Passage {
  from: number
  to: number
  atMs: number
  /** Of whoever came. */
  address: string
  /** What the line belongs to: a request, a protocol, a datagram. */
  what: string
}

/** One line without its end: the fields, and what proves them together with what comes along. */
export function writePassage(
  secrets: Pick<Secrets, 'secret'>,
  passage: Passage,
  along: string | Buffer = '',
): string {
  const { from, to, atMs, address, what } = passage
  const plain = isIP(plainOf(address)) ? plainOf(address) : nothing
  const fields = [from, to, atMs, plain, what || nothing].join(' ')
  return `${fields} ${sign(secrets, purpose, provenBy(fields, along)).toString('base64url')}`
}

/** Undefined where no cell wrote it, or for another cell, or long ago. */
export function readPassage(
  secrets: Secrets,
  line: string,
  { own, nowMs }: { own: number; nowMs: number },
  along: string | Buffer = '',
): Passage | undefined {
  const parts = line.split(' ')
  if (parts.length !== 6) return undefined
  const [from = '', to = '', at = '', address = '', what = '', mark = ''] = parts
  const proven = provenBy(parts.slice(0, 5).join(' '), along)
  if (!isSigned(secrets, purpose, proven, Buffer.from(mark, 'base64url'))) return undefined
  if (Number(to) !== own || !(Math.abs(nowMs - Number(at)) <= goodForMs)) return undefined
  return {
    from: Number(from),
    to: own,
    atMs: Number(at),
    address: address === nothing ? '' : address,
    what: what === nothing ? '' : what,
  }
}

function provenBy(fields: string, along: string | Buffer): string {
  return `${fields}\n${typeof along === 'string' ? along : along.toString('base64')}`
}

/** Without the interface that a local address may name, and not as IPv6 where it is none. */
function plainOf(address: string): string {
  return (address.split('%')[0] ?? '').replace(/^::ffff:(?=[\d.]+$)/i, '')
}
