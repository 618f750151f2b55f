// The ways a tracker can speak: a protocol and what carries it. `teltonika`, `teltonika-udp`, `h02`, `osmand`.

import type { Decoded, HttpProtocol, Location, SocketProtocol } from '@rastro/protocols'
import { httpProtocols, openSession, socketProtocols } from '@rastro/protocols'
import { expectedAnswer } from './answers.ts'

export type Way =
  | { name: string; carrier: 'tcp' | 'udp'; protocol: SocketProtocol; habits: Habits }
  | { name: string; carrier: 'http'; protocol: HttpProtocol; habits: Habits }

/** What a protocol's frames can hold, found out by asking its own encoder and decoder. */
export interface Habits {
  locationsPerFrame: number
  /** Times are whole multiples of this. */
  clockMs: number
  /** Otherwise a location counts as acknowledged when it is on its way: the tracker will never know more. */
  isAnswered: boolean
  /** The server's clock is part of the answer. */
  answersTellTime: boolean
}

const sample: Location = {
  fixedAt: new Date('2026-01-02T03:04:05.678Z'),
  latitude: 40,
  longitude: -3,
  valid: true,
  alarms: [],
  attributes: {},
}

export const ways: readonly Way[] = [
  ...socketProtocols.flatMap((protocol) =>
    protocol.transports.map((carrier) => socketWay(protocol, carrier)),
  ),
  ...httpProtocols.map(httpWay),
]

export function findWay(name: string): Way {
  const way = ways.find((one) => one.name === name)
  if (way) return way
  throw new RangeError(`"${name}" is not spoken here; known are ${ways.map((one) => one.name).join(', ')}`)
}

function httpWay(protocol: HttpProtocol): Way {
  const [request] = protocol.encode.locations('356307042441013', [sample])
  const [decoded] = protocol.decodeRequest(request!, sample.fixedAt!).decoded
  const habits = { locationsPerFrame: 1, clockMs: clockOf(decoded), isAnswered: true, answersTellTime: false }
  return { name: protocol.name, carrier: 'http', protocol, habits }
}

function clockOf(decoded: Decoded | undefined): number {
  const heardMs = decoded?.kind === 'locations' ? decoded.locations[0]?.fixedAt?.getTime() : undefined
  return heardMs === sample.fixedAt!.getTime() ? 1 : 1_000
}

function socketWay(protocol: SocketProtocol, carrier: 'tcp' | 'udp'): Way {
  const name = carrier === 'udp' ? `${protocol.name}-udp` : protocol.name
  const samples = Array.from({ length: 240 }, () => sample)
  const frames = encodeFrames(protocol, carrier, '356307042441013', samples, 0)
  const decoded = protocol.decode(frames[0]!, openSession(carrier), sample.fixedAt!)
  const expected = expectedAnswer(protocol, frames[0]!, openSession(carrier), true)
  return {
    name,
    carrier,
    protocol,
    habits: {
      locationsPerFrame: Math.ceil(samples.length / frames.length),
      clockMs: clockOf(decoded),
      isAnswered: expected !== undefined,
      answersTellTime: expected?.otherwise !== undefined,
    },
  }
}

export function encodeFrames(
  { encode }: SocketProtocol,
  carrier: 'tcp' | 'udp',
  identifier: string,
  locations: readonly Location[],
  serial: number,
): Buffer[] {
  if (carrier === 'udp' && encode.datagrams) return encode.datagrams(identifier, locations, serial)
  return encode.locations(identifier, locations, serial)
}
