import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { CUTS_LIMIT, cutDatagram, FrameSplitter } from './frame-splitter.ts'
import { gt06 } from './gt06/gt06.ts'
import type { SocketProtocol, Split } from './protocol.types.ts'
import { openSession } from './session.ts'
import { teltonika } from './teltonika/teltonika.ts'

const both = [teltonika, gt06]
const teltonikaLogin = Buffer.from('000f383630303030303030303030303137', 'hex')
const gt06Login = Buffer.from('78780d0108600000000000250001ecfc0d0a', 'hex')

/** A text protocol whose messages end with a full stop. */
const sentences: SocketProtocol = {
  ...gt06,
  name: 'sentences',
  transports: ['tcp', 'udp'],
  maxFrameBytes: 1000,
  detect: (bytes) => (bytes[0] === 0x2e ? 'no' : 'yes'),
  split: (bytes, _session, searchedBytes): Split => {
    const end = bytes.indexOf('.', searchedBytes)
    return end < 0 ? { kind: 'more', needBytes: bytes.length + 1 } : { kind: 'frame', size: end + 1 }
  },
}

test.each([
  ['teltonika', teltonikaLogin],
  ['gt06', gt06Login],
])('detects %s from the first bytes, also one by one', (name, login) => {
  const splitter = new FrameSplitter(both, openSession('tcp'))
  const cuts = [...login].flatMap((byte) => splitter.push(Buffer.from([byte])))
  expect(splitter.protocol?.name).toBe(name)
  expect(cuts).toEqual([{ kind: 'frame', protocol: splitter.protocol, bytes: login }])
})

test('reports an unknown protocol, and then nothing more', () => {
  const splitter = new FrameSplitter(both, openSession('tcp'))
  const bytes = Buffer.from('GET / HTTP/1.1\r\n')
  expect(splitter.push(bytes)).toEqual([{ kind: 'bad', why: 'not a protocol we know', bytes }])
  expect(splitter.push(gt06Login)).toEqual([])
  expect(splitter.bufferedBytes).toBe(0)
})

test('skips noise before the first frame on a port for one protocol', () => {
  const splitter = new FrameSplitter([gt06], openSession('tcp'))
  const cuts = splitter.push(Buffer.concat([Buffer.from([0, 0xff]), gt06Login]))
  expect(cuts.map(({ kind }) => kind)).toEqual(['noise', 'frame'])
})

test('returns several frames of one chunk in order', () => {
  const splitter = new FrameSplitter([sentences], openSession('tcp'))
  const cuts = splitter.push(Buffer.from('one.two.three.fo'))
  expect(cuts.map(({ bytes }) => bytes.toString())).toEqual(['one.', 'two.', 'three.'])
  expect(splitter.bufferedBytes).toBe(2)
})

test('closes the connection at too many frames at once, and returns none of them', () => {
  const splitter = new FrameSplitter([sentences], openSession('tcp'))
  expect(splitter.push(Buffer.alloc(CUTS_LIMIT, '.'))).toHaveLength(CUTS_LIMIT)
  const cuts = splitter.push(Buffer.alloc(65_536, '.'))
  expect(cuts.map(({ kind }) => kind)).toEqual(['bad'])
  expect(splitter.bufferedBytes).toBe(0)
})

test('a frame keeps its bytes when the next chunk arrives', () => {
  const splitter = new FrameSplitter([sentences], openSession('tcp'))
  const chunk = Buffer.from('one.')
  const [one] = splitter.push(chunk)
  chunk.fill(0)
  splitter.push(Buffer.from('two.three.'))
  expect(one!.bytes.toString()).toBe('one.')
})

test('an idle connection retains hardly more memory than its own bytes', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  collectGarbage()
  const before = process.memoryUsage().arrayBuffers
  const splitters = Array.from({ length: 500 }, () => {
    const splitter = new FrameSplitter(both, openSession('tcp'))
    splitter.push(teltonikaLogin)
    // Other connections allocate in between, so that the next connection gets another part of the pool.
    for (let frame = 0; frame < 70; frame += 1) Buffer.allocUnsafe(1000)
    return splitter
  })
  // Buffers are freed by another thread, on a busy machine with a delay.
  const bytesPerConnection = () => {
    collectGarbage()
    return (process.memoryUsage().arrayBuffers - before) / splitters.length
  }
  await expect.poll(bytesPerConnection, { timeout: 20_000 }).toBeLessThan(1024)
})

test('a frame without an end is bad at the limit of its protocol', () => {
  const splitter = new FrameSplitter([sentences], openSession('tcp'))
  expect(splitter.push(Buffer.alloc(999, 'a'))).toEqual([])
  const [cut] = splitter.push(Buffer.alloc(500, 'a'))
  expect(cut).toMatchObject({ kind: 'bad', why: 'longer than 1000 bytes' })
  expect(splitter.bufferedBytes).toBe(0)
})

test('a limit below that of the protocol applies too', () => {
  const splitter = new FrameSplitter([sentences], openSession('tcp'), 100)
  const [cut] = splitter.push(Buffer.alloc(101, 'a'))
  expect(cut).toMatchObject({ kind: 'bad', why: 'longer than 100 bytes' })
})

test('a search resumes where it stopped', () => {
  const searched: number[] = []
  const watched: SocketProtocol = {
    ...sentences,
    split: (bytes, session, searchedBytes) => {
      searched.push(searchedBytes)
      return sentences.split(bytes, session, searchedBytes)
    },
  }
  const splitter = new FrameSplitter([watched], openSession('tcp'))
  for (const chunk of ['ab', 'cd', '.e', 'f.']) splitter.push(Buffer.from(chunk))
  expect(searched).toEqual([0, 2, 4, 0, 1])
})

test('a faulty protocol cannot hang the gateway', () => {
  const stuck: SocketProtocol = { ...sentences, split: () => ({ kind: 'more', needBytes: 0 }) }
  expect(new FrameSplitter([stuck], openSession('tcp')).push(Buffer.from('abc'))).toEqual([])
  const empty: SocketProtocol = { ...sentences, split: () => ({ kind: 'skip', size: 0 }) }
  expect(new FrameSplitter([empty], openSession('tcp')).push(Buffer.from('abc'))).toHaveLength(3)
})

test('the rest of a datagram is a frame', () => {
  const cuts = cutDatagram([sentences], Buffer.from('one.two'), openSession('udp'))
  expect(cuts.map(({ bytes }) => bytes.toString())).toEqual(['one.', 'two'])
})

test('a datagram of an unknown protocol is bad', () => {
  const bytes = Buffer.from('.?')
  const bad = { kind: 'bad', why: 'not a protocol we know', bytes }
  expect(cutDatagram([sentences], bytes, openSession('udp'))).toEqual([bad])
})

test('a TCP-only protocol gets no datagrams', () => {
  const bad = { kind: 'bad', why: 'not a protocol we know', bytes: gt06Login }
  expect(cutDatagram([gt06], gt06Login, openSession('udp'))).toEqual([bad])
})
