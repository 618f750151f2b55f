// The header of everything one cell forwards to another: source, target, time and client address, signed with the
// shared secret. It grants no access: the client authenticates in its home cell. It carries the client address and
// prevents forwarding loops.

import { isIP } from 'node:net'
import type { Secrets } from '../../platform/crypto/seal.ts'
import { isSigned, sign } from '../../platform/crypto/seal.ts'

export const forwardingHeaderName = 'x-rastro-forwarding'
const purpose = 'forwarding between cells'
/** Covers clock skew between two cells and transit time. */
const validForMs = 60_000
const empty = '-'

export interface ForwardingHeader {
  from: number
  to: number
  atMs: number
  /** The client's IP address. */
  address: string
  /** What the header covers: a request, a protocol, a datagram. */
  what: string
}

/** One line without a line break: the fields, and a signature over them and `content`. */
export function writeForwardingHeader(
  secrets: Pick<Secrets, 'secret'>,
  forwarding: ForwardingHeader,
  content: string | Buffer = '',
): string {
  const { from, to, atMs, address, what } = forwarding
  const ip = isIP(normalizeIp(address)) ? normalizeIp(address) : empty
  const fields = [from, to, atMs, ip, what || empty].join(' ')
  return `${fields} ${sign(secrets, purpose, signedText(fields, content)).toString('base64url')}`
}

/** Undefined if the signature is wrong, the target is another cell, or the header has expired. */
export function readForwardingHeader(
  secrets: Secrets,
  header: string,
  { own, nowMs }: { own: number; nowMs: number },
  content: string | Buffer = '',
): ForwardingHeader | undefined {
  const parts = header.split(' ')
  if (parts.length !== 6) return undefined
  const [from = '', to = '', at = '', address = '', what = '', signature = ''] = parts
  const proven = signedText(parts.slice(0, 5).join(' '), content)
  if (!isSigned(secrets, purpose, proven, Buffer.from(signature, 'base64url'))) return undefined
  if (Number(to) !== own || !(Math.abs(nowMs - Number(at)) <= validForMs)) return undefined
  return {
    from: Number(from),
    to: own,
    atMs: Number(at),
    address: address === empty ? '' : address,
    what: what === empty ? '' : what,
  }
}

function signedText(fields: string, content: string | Buffer): string {
  return `${fields}\n${typeof content === 'string' ? content : content.toString('base64')}`
}

/** Strips the zone of a link-local address and the prefix of an IPv4-mapped one. */
function normalizeIp(address: string): string {
  return (address.split('%')[0] ?? '').replace(/^::ffff:(?=[\d.]+$)/i, '')
}
