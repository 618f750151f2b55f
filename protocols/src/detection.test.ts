// One port for every protocol: the first bytes identify the protocol, unambiguously.
import { expect, test } from 'vitest'
import { cutDatagram, FrameSplitter } from './frame-splitter.ts'
import { socketProtocols } from './index.ts'
import type { Location } from './protocol.types.ts'
import { openSession } from './session.ts'
import type { SocketSample } from './testing/samples.ts'
import { readSamples } from './testing/samples.ts'

const firstBytes = 64

const samples = socketProtocols.flatMap((protocol) =>
  readSamples<SocketSample>(protocol.name).map(({ title, hex, transport = 'tcp' }) => {
    return { name: protocol.name, title, transport, bytes: Buffer.from(hex, 'hex') }
  }),
)

const location: Location = {
  fixedAt: new Date('2026-05-04T10:20:30Z'),
  latitude: -23.55052,
  longitude: -46.6333083,
  valid: true,
  alarms: [],
  attributes: {},
}

test.each(samples)('$name, "$title": no other protocol claims it', ({ name, transport, bytes }) => {
  // A datagram is detected as a whole, a stream from its beginning.
  const beginning = transport === 'udp' ? bytes : bytes.subarray(0, firstBytes)
  const others = socketProtocols.filter((protocol) => protocol.name !== name)
  const takers = others.filter((protocol) => protocol.detect(beginning, transport) === 'yes')
  expect(takers.map((protocol) => protocol.name)).toEqual([])
})

test.each(socketProtocols)('the first message of a $name tracker is detected', (protocol) => {
  const { login, locations, datagrams, heartbeat } = protocol.encode
  const identifier = '860000000000025'
  const reports = locations(identifier, [location], 1)
  const firsts = [login?.(identifier, 1), reports[0], heartbeat?.(identifier, 1)].filter(
    (one) => one !== undefined,
  )
  for (const first of protocol.transports.includes('tcp') ? firsts : []) {
    const splitter = new FrameSplitter(socketProtocols, openSession('tcp'))
    splitter.push(first.subarray(0, firstBytes))
    expect(splitter.protocol?.name).toBe(protocol.name)
  }
  for (const datagram of protocol.transports.includes('udp')
    ? (datagrams?.(identifier, [location], 1) ?? reports)
    : []) {
    const [cut] = cutDatagram(socketProtocols, datagram, openSession('udp'))
    expect(cut).toMatchObject({ kind: 'frame', protocol: { name: protocol.name } })
  }
})
