// Which protocol takes the beginning of a connection, or a datagram, on the shared port: the first that does not
// decline. The constructed frames are in the repository; those of others are checked if they are there.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { cutDatagram, FrameSplitter } from './frame-splitter.ts'
import { socketProtocols } from './index.ts'
import type { Transport } from './protocol.types.ts'
import { openSession } from './session.ts'

interface Beginning {
  protocol: string
  transport: Transport
  hex: string
}

interface Example {
  protocol: string
  transport: string
  hex?: string
  text?: string
}

interface OracleCase {
  test: string
  kind: string
  input: { hex?: string }
}

const firstBytes = 64
const receivedAt = new Date('2026-05-04T10:20:31Z')
const shared = new URL(process.env.RASTRO_SHARED ?? '../../../shared/protocols/', import.meta.url)
const hasShared = existsSync(new URL('oracle/cases.jsonl', shared))

/** Undefined if all decline, or the first that does not wants more bytes. */
function takerOf(bytes: Buffer, transport: Transport): string | undefined {
  const beginning = transport === 'tcp' ? bytes.subarray(0, firstBytes) : bytes
  const candidates = socketProtocols.filter(({ transports }) => transports.includes(transport))
  const first = candidates.find((protocol) => protocol.detect(beginning, transport) !== 'no')
  return first?.detect(beginning, transport) === 'yes' ? first.name : undefined
}

const beginnings = JSON.parse(
  readFileSync(new URL('testing/beginnings.json', import.meta.url), 'utf8'),
) as Beginning[]

test.each(beginnings)('$transport of $protocol, $hex', ({ protocol, transport, hex }) => {
  expect(takerOf(Buffer.from(hex, 'hex'), transport)).toBe(protocol)
})

/** Tests of the oracle whose frames are of our protocols. */
const own: Readonly<Record<string, string>> = {
  Teltonika: 'teltonika',
  Gt06: 'gt06',
  Topin: 'gt06',
  H02: 'h02',
  Gps103: 'gps103',
  Tk103: 'tk103',
  Meitrack: 'meitrack',
  Gl200Text: 'queclink',
  Gl200Binary: 'queclink',
  Suntech: 'suntech',
  T622Iridium: 'iridium-directip',
  Ais: 'ais',
  Its: 'ais140',
  Atrack: 'atrack',
  CalAmp: 'calamp',
  Eelink: 'eelink',
  Egts: 'egts',
  Galileo: 'galileosky',
  Jt808: 'jt808',
  Minifinder2: 'eview',
  Navis: 'navtelecom',
  Retranslator: 'wialon-retranslator',
  Ruptela: 'ruptela',
  T800x: 'topflytech',
  Watch: 'watch',
  Wialon: 'wialon-ips',
  Xexun2: 'xexun2',
}
const familyOf = ({ test: name }: OracleCase) => own[name.replace(/(Protocol|Frame)DecoderTest$/, '')]

/** Of 2 223 frames, over TCP and UDP: eight are of relatives, two begin like a message of ours. */
const maxForeignClaims = 10

describe.runIf(hasShared)('frames of others', () => {
  // Vitest also runs the body of a group that it skips.
  const files = hasShared ? ['frames.json', 'frames-2.json'] : []
  const examples = files.flatMap(
    (file) => JSON.parse(readFileSync(new URL(file, shared), 'utf8')) as Example[],
  )
  const cases = (hasShared ? readFileSync(new URL('oracle/cases.jsonl', shared), 'utf8').split('\n') : [])
    .filter(Boolean)
    .map((line) => JSON.parse(line) as OracleCase)
    .filter(({ kind, input }) => kind !== 'frame' && (input?.hex?.length ?? 0) >= 8)
  const transports = ['tcp', 'udp'] as const

  test('examples are taken by their own protocol or by none', () => {
    const strayed = examples.flatMap(({ protocol, transport, hex, text }) => {
      const name = protocol === 'gt06-topin' ? 'gt06' : protocol
      if (!socketProtocols.some((one) => one.name === name)) return []
      const bytes = hex === undefined ? Buffer.from(text ?? '', 'latin1') : Buffer.from(hex, 'hex')
      const taker = takerOf(bytes, transport === 'udp' ? 'udp' : 'tcp')
      return taker === undefined || taker === name ? [] : [`${name} by ${taker}`]
    })
    expect(strayed).toEqual([])
  })

  test('few frames of protocols that are not spoken are claimed, and none gives a place', () => {
    const claims: string[] = []
    const places: string[] = []
    for (const one of cases.filter((foreign) => familyOf(foreign) === undefined)) {
      const bytes = Buffer.from(one.input.hex!, 'hex')
      for (const transport of transports) {
        const taker = takerOf(bytes, transport)
        if (taker) claims.push(`${one.test} by ${taker} (${transport})`)
      }
      for (const end of ['', '\r\n', '#', ';', '$', ')']) {
        const whole = Buffer.concat([bytes, Buffer.from(end)])
        if (hasPlace(whole)) places.push(`${one.test} with "${end}"`)
      }
    }
    expect(claims.length, claims.join('\n')).toBeLessThanOrEqual(maxForeignClaims)
    expect(places.filter((one) => !relatives.some((name) => one.startsWith(name)))).toEqual([])
  })

  test('frames of our protocols are taken by no other', () => {
    const strayed = cases.flatMap((one) => {
      const family = familyOf(one)
      if (family === undefined) return []
      const bytes = Buffer.from(one.input.hex!, 'hex')
      return transports.flatMap((transport) => {
        const taker = takerOf(bytes, transport)
        return taker === undefined || taker === family ? [] : [`${family} by ${taker}`]
      })
    })
    expect(strayed.filter((one) => one !== 'galileosky by iridium-directip')).toEqual([])
  })
})

/** Read rightly by a decoder of ours: an old text of Topflytech is that of TK103, GL601 speaks Queclink's. */
const relatives = ['Topflytech', 'Gl601']

function hasPlace(bytes: Buffer): boolean {
  const session = openSession('tcp')
  const cuts = [
    ...new FrameSplitter(socketProtocols, session).push(bytes),
    ...cutDatagram(socketProtocols, bytes, openSession('udp')),
  ]
  return cuts.some((cut) => {
    if (cut.kind !== 'frame') return false
    const decoded = cut.protocol.decode(cut.bytes, session, receivedAt)
    return decoded.kind === 'locations' && decoded.locations.some(({ latitude }) => latitude !== undefined)
  })
}
