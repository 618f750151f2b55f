// The part of the NBD protocol that QEMU needs to use a disk, after doc/proto.md of the NBD project.

import type { Socket } from 'node:net'

export type Request =
  | { kind: 'read' | 'flush'; cookie: Buffer; offset: number; length: number }
  | { kind: 'write'; cookie: Buffer; offset: number; length: number; payload: Buffer }

/** Reads exact numbers of bytes from a socket. */
export interface Bytes {
  /** Undefined if the connection ended before. */
  take(count: number): Promise<Buffer | undefined>
}

const optionMagic = Buffer.from('IHAVEOPT')
const optionReplyMagic = Buffer.from('0003e889045565a9', 'hex')
const requestMagic = 0x25609513
const replyMagic = 0x67446698
const optionGo = 7
const replies = { acknowledged: 1, described: 3, unsupported: 0x80000001 }
/** Has flags, and supports flush. */
const transmissionFlags = 0b101
const fixedNewstyleWithoutZeroes = 0b11
const commands = new Map([
  [0, 'read'],
  [1, 'write'],
  [3, 'flush'],
] as const)

/** Negotiates a disk of this size with the client. All other options are unsupported. */
export async function negotiate(connection: Socket, sizeBytes: number): Promise<Bytes> {
  const bytes = bytesOf(connection)
  connection.write(Buffer.concat([Buffer.from('NBDMAGIC'), optionMagic, uint16(fixedNewstyleWithoutZeroes)]))
  await take(bytes, 4)
  for (;;) {
    const option = await take(bytes, 16)
    const kind = option.readUInt32BE(8)
    await take(bytes, option.readUInt32BE(12))
    const reply = (type: number, payload = Buffer.alloc(0)) =>
      connection.write(
        Buffer.concat([optionReplyMagic, uint32(kind), uint32(type), uint32(payload.length), payload]),
      )
    if (kind === optionGo) {
      reply(replies.described, Buffer.concat([uint16(0), uint64(sizeBytes), uint16(transmissionFlags)]))
      reply(replies.acknowledged)
      return bytes
    }
    reply(replies.unsupported)
  }
}

/** Undefined if the client disconnects. */
export async function takeRequest(bytes: Bytes): Promise<Request | undefined> {
  const head = await bytes.take(28)
  if (!head) return undefined
  if (head.readUInt32BE(0) !== requestMagic) throw new Error('not an NBD request')
  const kind = commands.get(head.readUInt16BE(6) as 0 | 1 | 3)
  if (!kind) return undefined
  const known = {
    cookie: head.subarray(8, 16),
    offset: Number(head.readBigUInt64BE(16)),
    length: head.readUInt32BE(24),
  }
  if (kind !== 'write') return { kind, ...known }
  const payload = await bytes.take(known.length)
  return payload && { kind, ...known, payload }
}

export function replyOf(cookie: Buffer): Buffer {
  return Buffer.concat([uint32(replyMagic), uint32(0), cookie])
}

function bytesOf(connection: Socket): Bytes {
  let waiting: Buffer[] = []
  let count = 0
  let wake = () => {}
  let isOver = false
  connection.on('data', (chunk: Buffer) => {
    waiting.push(chunk)
    count += chunk.length
    wake()
  })
  connection.on('close', () => {
    isOver = true
    wake()
  })
  return {
    async take(wanted) {
      while (count < wanted) {
        if (isOver) return undefined
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      const all = waiting.length === 1 ? waiting[0]! : Buffer.concat(waiting)
      waiting = [all.subarray(wanted)]
      count -= wanted
      return all.subarray(0, wanted)
    },
  }
}

async function take(bytes: Bytes, count: number): Promise<Buffer> {
  const taken = await bytes.take(count)
  if (!taken) throw new Error('the NBD client disconnected during the negotiation')
  return taken
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}
