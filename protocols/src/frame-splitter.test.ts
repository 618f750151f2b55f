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

/** Messages end with a full stop; written as a text protocol would be. */
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
])('finds %s from the first bytes, also one by one', (name, login) => {
  const splitter = new FrameSplitter(both, openSession('tcp'))
  const cuts = [...login].flatMap((byte) => splitter.push(Buffer.from([byte])))
  expect(splitter.protocol?.name).toBe(name)
  expect(cuts).toEqual([{ kind: 'frame', protocol: splitter.protocol, bytes: login }])
})

test('says when it is no protocol we know, and then nothing more', () => {
  const splitter = new FrameSplitter(both, openSession('tcp'))
  const bytes = Buffer.from('GET / HTTP/1.1\r\n')
  expect(splitter.push(bytes)).toEqual([{ kind: 'bad', why: 'not a protocol we know', bytes }])
  expect(splitter.push(gt06Login)).toEqual([])
  expect(splitter.bufferedBytes).toBe(0)
})

test('on a port of its own a protocol may be preceded by noise', () => {
  const splitter = new FrameSplitter([gt06], openSession('tcp'))
  const cuts = splitter.push(Buffer.concat([Buffer.from([0, 0xff]), gt06Login]))
  expect(cuts.map(({ kind }) => kind)).toEqual(['noise', 'frame'])
})

test('several frames of one chunk come out in order', () => {
  const splitter = new FrameSplitter([sentences], openSession('tcp'))
  const cuts = splitter.push(Buffer.from('one.two.three.fo'))
  expect(cuts.map(({ bytes }) => bytes.toString())).toEqual(['one.', 'two.', 'three.'])
  expect(splitter.bufferedBytes).toBe(2)
})

test('closes at more frames at once than a tracker can have to say, and hands out none of them', () => {
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

test('a connection that waits keeps hold of hardly more than its own bytes', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  collectGarbage()
  const before = process.memoryUsage().arrayBuffers
  const splitters = Array.from({ length: 500 }, () => {
    const splitter = new FrameSplitter(both, openSession('tcp'))
    splitter.push(teltonikaLogin)
    // What others do in between: the next connection gets another piece of memory.
    for (let frame = 0; frame < 70; frame += 1) Buffer.allocUnsafe(1000)
    return splitter
  })
  // Buffers are freed by another thread than the one that found them to be garbage, and on a busy machine later.
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

test('a limit below that of the protocol holds as well', () => {
  const splitter = new FrameSplitter([sentences], openSession('tcp'), 100)
  const [cut] = splitter.push(Buffer.alloc(101, 'a'))
  expect(cut).toMatchObject({ kind: 'bad', why: 'longer than 100 bytes' })
})

test('a search goes on where it stopped', () => {
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

test('a protocol that asks for nothing or cuts nothing cannot hang the gateway', () => {
  const stuck: SocketProtocol = { ...sentences, split: () => ({ kind: 'more', needBytes: 0 }) }
  expect(new FrameSplitter([stuck], openSession('tcp')).push(Buffer.from('abc'))).toEqual([])
  const empty: SocketProtocol = { ...sentences, split: () => ({ kind: 'skip', size: 0 }) }
  expect(new FrameSplitter([empty], openSession('tcp')).push(Buffer.from('abc'))).toHaveLength(3)
})

test('at the end of a datagram the rest is a frame', () => {
  const cuts = cutDatagram([sentences], Buffer.from('one.two'), openSession('udp'))
  expect(cuts.map(({ bytes }) => bytes.toString())).toEqual(['one.', 'two'])
})

test('a datagram of nobody is bad', () => {
  const bytes = Buffer.from('.?')
  const bad = { kind: 'bad', why: 'not a protocol we know', bytes }
  expect(cutDatagram([sentences], bytes, openSession('udp'))).toEqual([bad])
})

test('a protocol that speaks TCP only gets no datagrams', () => {
  const bad = { kind: 'bad', why: 'not a protocol we know', bytes: gt06Login }
  expect(cutDatagram([gt06], gt06Login, openSession('udp'))).toEqual([bad])
})
