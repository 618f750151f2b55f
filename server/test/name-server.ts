// A DNS server whose answers a test chooses, query by query.

import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { isIPv4 } from 'node:net'

export interface NameServer {
  address: string
  /** The answers to successive queries of a name; the last one stays. */
  answers: Map<string, string[][]>
  /** TXT records by name; `'is silent'` gives no answer. Other names do not exist. */
  texts: Map<string, string[] | 'is silent'>
  /** CNAME records by name. */
  aliases: Map<string, string>
  /** While set, it does not answer. */
  isSilent: boolean
  /** How often each name was queried for an IPv4 address. */
  queries: Map<string, number>
  close(): Promise<void>
}

const typeA = 1
const typeTxt = 16
const typeAaaa = 28
const typeCname = 5
const maxTextBytes = 255
/** Names that do not exist. */
const nxDomain = 3

export async function openNameServer(): Promise<NameServer> {
  const answers: NameServer['answers'] = new Map()
  const texts: NameServer['texts'] = new Map()
  const queries: NameServer['queries'] = new Map()
  const aliases: NameServer['aliases'] = new Map()
  /** Both queries for a name get the answer of the same turn. */
  const turnOf = (name: string, type: number) => {
    const turns = answers.get(name) ?? []
    const count = queries.get(name) ?? 0
    if (type === typeA) queries.set(name, count + 1)
    return turns[Math.min(count, turns.length - 1)] ?? []
  }
  const contentsOf = (name: string, type: number): Buffer[] => {
    const values = texts.get(name)
    if (type === typeTxt) return Array.isArray(values) ? values.map(textBytes) : []
    if (type === typeCname) return aliases.has(name) ? [bytesOfName(aliases.get(name)!)] : []
    const addresses = turnOf(name, type).filter((address) => isIPv4(address) === (type === typeA))
    return addresses.map((address) =>
      type === typeAaaa ? bytesOfV6(address) : Buffer.from(address.split('.').map(Number)),
    )
  }
  const socket = createSocket('udp4', (question, from) => {
    const { name, type, end } = readQuestion(question)
    if (server.isSilent || (type === typeTxt && texts.get(name) === 'is silent')) return
    const found = contentsOf(name, type)
    const header = Buffer.from(question.subarray(0, 12))
    header.writeUInt16BE(0x8180 | (type === typeTxt && !texts.has(name) ? nxDomain : 0), 2)
    header.writeUInt16BE(found.length, 6)
    header.writeUInt32BE(0, 8)
    const records = found.map((content) => recordOf(type, content))
    socket.send(Buffer.concat([header, question.subarray(12, end), ...records]), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const server: NameServer = {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    answers,
    texts,
    aliases,
    isSilent: false,
    queries,
    async close() {
      socket.close()
      await once(socket, 'close')
    },
  }
  return server
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

/** Points back to the name in the question, with a TTL of zero. */
function recordOf(type: number, bytes: Buffer): Buffer {
  const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, bytes.length >> 8, bytes.length & 0xff])
  return Buffer.concat([head, bytes])
}

function bytesOfName(name: string): Buffer {
  const labels = name.split('.').flatMap((label) => [label.length, ...Buffer.from(label)])
  return Buffer.from([...labels, 0])
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
