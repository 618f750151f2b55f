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

/** Beginnings of protocols that are not spoken, constructed after public ones: each looks like one that is. */
const foreign: [string, string | Buffer][] = [
  ['Totem', '$$0111AA860000000000025|080440|260504102030|'],
  ['Xirgo', '$$860000000000025,6001,2026/05/04,10:20:30,'],
  ['CarTrack', '$$020040????????&A9955&B102030.000,A,'],
  ['GT30', '$$005D3037811014    9955102030.000,A,'],
  ['Plugin', '$$STATUS,000000900005,20260504102030,'],
  ['GlobalSat', '$860000000000025,1,1,040526,102030,'],
  ['Haicom', '$GPRS860000000000025,T100001,150618,'],
  ['Disha', '$A#A#860000000000025#A#102030#040526#'],
  ['EasyTrack', '*ET,860000000000025,HB,A,050915,0C2A27,00CE5954,'],
  ['JT600 text', '(8600000000,U01,040526,102030,T,22.5,'],
  ['JT600 text with cells', '(8600000000,23,29,WLNET,5,2,'],
  ['JT701', '(860000000000,1,001,BASE,2,TIME)'],
  ['VTFMS', '(860000000000025,0EF87,00,0,21,2,01,,'],
  ['Pretrace', '(860000000000025U1110A2605041020302333.0312S'],
  ['Sanav', 'imei:860000000000025rmc:$GPRMC,102030.00,A,'],
  ['Techto Cruz', '$$A120,8600000000025,260504102030,A,FLEX,'],
  ['GL100', '+RESP:GTTRI,860000000000025,1,0,61,1,54.0,123,'],
  ['NVS', Buffer.from('\0\x12860000000000025.8', 'latin1')],
  ['Arnavi', Buffer.from('ff22f30c45f5c90f0300', 'hex')],
  ['XT2400', Buffer.from('000a344f1f02597600000000000000000000', 'hex')],
  ['AutoFon, WLI', Buffer.from('021000002f000000002501006000000000', 'hex')],
  ['AT2000', Buffer.from('89000000000000000000000000000000', 'hex')],
  ['Anytrek', Buffer.from('7878350030000860000000000025008501511105', 'hex')],
  ['Meiligao', Buffer.from('242400168600000000002593990343314538380d0a', 'hex')],
  ['Gator', Buffer.from('24248000278600000000409102102501072100080063688600', 'hex')],
  ['JT600 binary', Buffer.from('2475600000251711002701010000020200000000000000000e000000', 'hex')],
  [
    'JT600 binary with a plausible moment',
    Buffer.from('2475600000251611002311111600311326144436028210791d016c0000', 'hex'),
  ],
  [
    'JT600 binary like the long form',
    Buffer.from('2475600000251613002328091601152806086750106533350c0000000000', 'hex'),
  ],
]

test.each(foreign)('%s is claimed by no protocol', (_name, beginning) => {
  const bytes = Buffer.alloc(64)
  Buffer.from(beginning).copy(bytes)
  for (const transport of ['tcp', 'udp'] as const) {
    const takers = socketProtocols.filter((protocol) => protocol.detect(bytes, transport) === 'yes')
    expect(takers.map((protocol) => protocol.name)).toEqual([])
  }
})

test.each(socketProtocols)('the first message of a $name tracker is detected', (protocol) => {
  const { login, locations, datagrams, heartbeat } = protocol.encode
  const identifier = '860000000000025'
  const reports = locations(identifier, [location], 1)
  // Teltonika's ping is one byte that starts other protocols as well: it alone decides nothing.
  const firsts = [login?.(identifier, 1), reports[0], heartbeat?.(identifier, 1)].filter(
    (one): one is Buffer => one !== undefined && one.length > 1,
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
