// A protocol variant is a protocol and its transport: `teltonika`, `teltonika-udp`, `h02`, `osmand`.

import type { Decoded, HttpProtocol, Location, SocketProtocol } from '@rastro/protocols'
import { httpProtocols, openSession, socketProtocols } from '@rastro/protocols'
import { expectedAnswer } from './answers.ts'

export type ProtocolVariant =
  | { name: string; transport: 'tcp' | 'udp'; protocol: SocketProtocol; traits: Traits }
  | { name: string; transport: 'http'; protocol: HttpProtocol; traits: Traits }

/** Properties of a protocol's frames, derived from its own encoder and decoder. */
export interface Traits {
  locationsPerFrame: number
  /** Resolution of its times. */
  clockMs: number
  /** Otherwise a location counts as acknowledged once it is sent: the tracker gets no other confirmation. */
  isAnswered: boolean
  /** The answer contains the server's time. */
  answerHasServerTime: boolean
}

const sample: Location = {
  fixedAt: new Date('2026-01-02T03:04:05.678Z'),
  latitude: 40,
  longitude: -3,
  valid: true,
  alarms: [],
  attributes: {},
}

export const variants: readonly ProtocolVariant[] = [
  ...socketProtocols.flatMap((protocol) =>
    protocol.transports.map((transport) => socketVariant(protocol, transport)),
  ),
  ...httpProtocols.map(httpVariant),
]

/** Some protocols have identifiers shorter than an IMEI: its last digits. */
export function identifierFor({ protocol }: ProtocolVariant, imei: string): string {
  const digits = protocol.kind === 'socket' ? protocol.identifierDigits : undefined
  return digits ? imei.slice(-digits) : imei
}

export function findVariant(name: string): ProtocolVariant {
  const variant = variants.find((one) => one.name === name)
  if (variant) return variant
  throw new RangeError(
    `"${name}" is not a known protocol; known are ${variants.map((one) => one.name).join(', ')}`,
  )
}

function httpVariant(protocol: HttpProtocol): ProtocolVariant {
  const [request] = protocol.encode.locations('356307042441013', [sample])
  const [decoded] = protocol.decodeRequest(request!, sample.fixedAt!).decoded
  const traits = {
    locationsPerFrame: 1,
    clockMs: clockOf(decoded),
    isAnswered: true,
    answerHasServerTime: false,
  }
  return { name: protocol.name, transport: 'http', protocol, traits }
}

function clockOf(decoded: Decoded | undefined): number {
  const decodedMs = decoded?.kind === 'locations' ? decoded.locations[0]?.fixedAt?.getTime() : undefined
  return decodedMs === sample.fixedAt!.getTime() ? 1 : 1_000
}

function socketVariant(protocol: SocketProtocol, transport: 'tcp' | 'udp'): ProtocolVariant {
  const name = transport === 'udp' ? `${protocol.name}-udp` : protocol.name
  const samples = Array.from({ length: 240 }, () => sample)
  const frames = encodeFrames(protocol, transport, '356307042441013', samples, 0)
  const decoded = protocol.decode(frames[0]!, openSession(transport), sample.fixedAt!)
  const expected = expectedAnswer(protocol, frames[0]!, openSession(transport), true)
  return {
    name,
    transport,
    protocol,
    traits: {
      locationsPerFrame: Math.ceil(samples.length / frames.length),
      clockMs: clockOf(decoded),
      isAnswered: expected !== undefined,
      answerHasServerTime: expected?.atOtherTime !== undefined,
    },
  }
}

export function encodeFrames(
  { encode }: SocketProtocol,
  transport: 'tcp' | 'udp',
  identifier: string,
  locations: readonly Location[],
  serial: number,
): Buffer[] {
  if (transport === 'udp' && encode.datagrams) return encode.datagrams(identifier, locations, serial)
  return encode.locations(identifier, locations, serial)
}
