// A DNS server whose answers a test chooses, query by query.

import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { isIPv4 } from 'node:net'

export interface NameServer {
  address: string
  /** The answers to successive queries of a name; the last one stays. */
  answers: Map<string, string[][]>
  /** The TXT records of a name; `'is silent'` gives no answer. */
  texts: Map<string, string[] | 'is silent'>
  /** How often each name was queried for an IPv4 address. */
  queries: Map<string, number>
  close(): Promise<void>
}

const typeA = 1
const typeTxt = 16
const typeAaaa = 28
const maxTextBytes = 255
/** Names that do not exist. */
const nxDomain = 3

export async function openNameServer(): Promise<NameServer> {
  const answers: NameServer['answers'] = new Map()
  const texts: NameServer['texts'] = new Map()
  const queries: NameServer['queries'] = new Map()
  /** Both queries for a name get the answer of the same turn. */
  const turnOf = (name: string, type: number) => {
    const turns = answers.get(name) ?? []
    const count = queries.get(name) ?? 0
    if (type === typeA) queries.set(name, count + 1)
    return turns[Math.min(count, turns.length - 1)] ?? []
  }
  const socket = createSocket('udp4', (question, from) => {
    const { name, type, end } = readQuestion(question)
    if (type === typeTxt) {
      const values = texts.get(name)
      if (values !== 'is silent')
        socket.send(textAnswer(question.subarray(0, end), values), from.port, from.address)
      return
    }
    const found = turnOf(name, type).filter((address) => isIPv4(address) === (type === typeA))
    const header = Buffer.from(question.subarray(0, 12))
    header.writeUInt16BE(0x8180, 2)
    header.writeUInt16BE(found.length, 6)
    header.writeUInt32BE(0, 8)
    const records = found.map((address) => recordOf(type, address))
    socket.send(Buffer.concat([header, question.subarray(12, end), ...records]), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    answers,
    texts,
    queries,
    async close() {
      socket.close()
      await once(socket, 'close')
    },
  }
}

function textAnswer(question: Buffer, values: string[] | undefined): Buffer {
  const head = Buffer.from(question)
  head.writeUInt16BE(0x8180 | (values ? 0 : nxDomain), 2)
  head.writeUInt16BE(values?.length ?? 0, 6)
  head.writeUInt32BE(0, 8)
  return Buffer.concat([head, ...(values ?? []).map((value) => recordOfBytes(typeTxt, textBytes(value)))])
}

/** In parts, each with its length before it. */
function textBytes(text: string): Buffer {
  const parts = text.match(new RegExp(`.{1,${maxTextBytes}}`, 'g')) ?? ['']
  return Buffer.concat(parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)])))
}

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}

function recordOf(type: number, address: string): Buffer {
  return recordOfBytes(
    type,
    type === typeAaaa ? bytesOfV6(address) : Buffer.from(address.split('.').map(Number)),
  )
}

/** Points back to the name in the question, with a TTL of zero. */
function recordOfBytes(type: number, bytes: Buffer): Buffer {
  const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, bytes.length >> 8, bytes.length & 0xff])
  return Buffer.concat([head, bytes])
}

function bytesOfV6(address: string): Buffer {
  const [front = '', back] = address.split('::')
  const words = (text: string) => text.split(':').filter(Boolean)
  const missing = 8 - words(front).length - words(back ?? '').length
  const all = [
    ...words(front),
    ...Array<string>(back === undefined ? 0 : missing).fill('0'),
    ...words(back ?? ''),
  ]
  return Buffer.from(all.map((word) => word.padStart(4, '0')).join(''), 'hex')
}
