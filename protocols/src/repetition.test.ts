// A message of one repeated byte or piece takes no longer, byte for byte, than a short one: no search starts again.
import { expect, test, vi } from 'vitest'
import { cutDatagram, FrameSplitter } from './frame-splitter.ts'
import { socketProtocols } from './index.ts'
import type { SocketProtocol } from './protocol.types.ts'
import { openSession } from './session.ts'
import type { SocketSample } from './testing/samples.ts'
import { readSamples } from './testing/samples.ts'

const FLOOD_BYTES = 65_536
/** A quadratic search through 64 kB takes seconds. */
const MAX_CPU_MS = 400
const PREFIX_BYTES = 12
const receivedAt = new Date('2026-05-04T10:20:31Z')
vi.setConfig({ testTimeout: 120_000 })

const digits = [...'0123456789'].map((digit) => digit.charCodeAt(0))
const marks = [...' ,;:.-+*#$@!()[]{}<>|\\/"\'\r\n\tAaFfXx'].map((mark) => mark.charCodeAt(0))
const bytes = [...new Set([0, 1, 2, 0x7e, 0x7f, 0x80, 0xfe, 0xff, ...digits, ...marks])]

function floodsOf(name: string): Buffer[] {
  const frames = readSamples<SocketSample>(name).map(({ hex }) => Buffer.from(hex, 'hex'))
  const [frame = Buffer.alloc(0)] = frames
  const pieces = [...bytes.map((byte) => Buffer.from([byte])), ...frames.map(prefixOf)]
  return [
    ...pieces.map((piece) => Buffer.alloc(FLOOD_BYTES, piece)),
    // The same behind a beginning, so that a field or a line never ends.
    ...bytes.map((byte) => Buffer.concat([prefixOf(frame), Buffer.alloc(FLOOD_BYTES - PREFIX_BYTES, byte)])),
  ]
}

function prefixOf(frame: Buffer): Buffer {
  return frame.subarray(0, PREFIX_BYTES)
}

/** As a stream, as a datagram, and as one frame: what `decode` accepts is not bounded by `split`. */
function read(protocol: SocketProtocol, flood: Buffer): void {
  const session = openSession('tcp')
  for (const cut of new FrameSplitter([protocol], session).push(flood))
    if (cut.kind === 'frame') protocol.decode(cut.bytes, session, receivedAt)
  const datagram = openSession('udp')
  for (const cut of cutDatagram([protocol], flood, datagram))
    if (cut.kind === 'frame') protocol.decode(cut.bytes, datagram, receivedAt)
  protocol.decode(flood, openSession('tcp'), receivedAt)
}

test.each(socketProtocols)('$name reads 64 kB of repeated bytes in bounded time', (protocol) => {
  const slow = floodsOf(protocol.name).flatMap((flood) => {
    const startedAt = process.threadCpuUsage()
    read(protocol, flood)
    const { user, system } = process.threadCpuUsage(startedAt)
    const cpuMs = (user + system) / 1000
    return cpuMs > MAX_CPU_MS ? [`${flood.toString('hex', 0, 16)}…: ${Math.round(cpuMs)} ms`] : []
  })
  expect(slow).toEqual([])
})
