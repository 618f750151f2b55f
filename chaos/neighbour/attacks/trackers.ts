// Attacks by clients that pretend to be trackers. None of them has a credential.

import { randomInt } from 'node:crypto'
import type { Socket } from 'node:net'
import { httpProtocols, socketProtocols } from '@rastro/protocols'
import { imeiOf } from '../../../simulator/src/identifiers.ts'
import type { Attack } from '../attack.types.ts'
import { holdConnection, openDatagrams, outcomeOf, outsideAddress, send } from '../attack-client.ts'

const teltonika = socketProtocols.find(({ name }) => name === 'teltonika')!
const gps103 = socketProtocols.find(({ name }) => name === 'gps103')!
const osmand = httpProtocols.find(({ name }) => name === 'osmand')!

const location = (fixedAt: Date) => ({
  fixedAt,
  latitude: 10,
  longitude: 10,
  valid: true,
  alarms: [],
  attributes: {},
})
const randomImei = () => imeiOf('99', randomInt(1_000_000_000))

/** Holds connections open until the server closes them, or for this long. */
const holding =
  (forMs: number, begin: (socket: Socket, turn: number) => void): Attack['open'] =>
  ({ gatewayPort }) =>
  (turn) =>
    holdConnection(gatewayPort, {
      from: outsideAddress(turn),
      forMs,
      begin: (socket) => begin(socket, turn),
      outcome: ({ isClosedByServer }) => (isClosedByServer ? 'refused' : 'accepted'),
    })

/** Finding 6: datagrams of devices that nobody registered. */
export const unknownDatagrams: Attack = {
  name: 'unknown-datagrams',
  callsPerSecond: 400,
  maxInFlight: 1_000,
  open: ({ gatewayPort }) => {
    const datagrams = openDatagrams(gatewayPort)
    return async () => {
      const before = datagrams.replies()
      for (const one of teltonika.encode.datagrams!(randomImei(), [location(new Date())], 1))
        datagrams.send(one)
      return datagrams.replies() > before ? 'accepted' : 'unanswered'
    }
  },
}

/** Finding 17: a heartbeat of an unknown device keeps a connection open. */
export const unknownHeartbeats: Attack = {
  name: 'unknown-heartbeats',
  callsPerSecond: 30,
  maxInFlight: 600,
  open: holding(20_000, (socket) => socket.write(gps103.encode.heartbeat!(randomImei(), 1))),
}

/** Connections that send nothing. */
export const idleConnections: Attack = {
  name: 'idle-connections',
  callsPerSecond: 60,
  maxInFlight: 1_500,
  open: holding(20_000, () => {}),
}

const garbage = [
  Buffer.alloc(65_536, 'x'),
  Buffer.alloc(65_536, 0xff),
  Buffer.alloc(65_536, Buffer.from([0x79, 0x79])),
]

/** 64 kB of bytes that might begin frames. */
export const garbageConnections: Attack = {
  name: 'garbage-connections',
  callsPerSecond: 20,
  maxInFlight: 60,
  open: holding(3_000, (socket, turn) => socket.write(garbage[turn % garbage.length]!)),
}

/** Finding 10: a report dated tomorrow, in the name of another account's tracker. */
export const forgedReports: Attack = {
  name: 'forged-reports',
  callsPerSecond: 2,
  maxInFlight: 8,
  open: (targets) => async (turn) => {
    const { forgedIdentifiers: identifiers } = targets
    const tomorrow = location(new Date(Date.now() + 23 * 3_600_000))
    const [encoded] = osmand.encode.locations(identifiers[turn % identifiers.length]!, [tomorrow])
    const path = `/osmand?${encoded!.query}`
    return outcomeOf(await send(targets.ingestUrl, { path, from: outsideAddress(turn) }))
  },
}

/** Reports over HTTP in the name of devices that nobody registered. */
export const unknownReports: Attack = {
  name: 'unknown-reports',
  callsPerSecond: 400,
  maxInFlight: 1_000,
  open:
    ({ ingestUrl }) =>
    async (turn) => {
      const [encoded] = osmand.encode.locations(randomImei(), [location(new Date())])
      return outcomeOf(
        await send(ingestUrl, { path: `/osmand?${encoded!.query}`, from: outsideAddress(turn) }),
      )
    },
}

/** Finding 16: connections that identify as the neighbour's trackers, and report nothing. */
export const impostors: Attack = {
  name: 'impostors',
  callsPerSecond: 10,
  maxInFlight: 100,
  open:
    ({ gatewayPort, neighbour: { identifiers } }) =>
    (turn) =>
      holdConnection(gatewayPort, {
        from: outsideAddress(turn),
        forMs: 5_000,
        begin: (socket) => socket.write(teltonika.encode.login!(identifiers[turn % identifiers.length]!, 1)),
        outcome: ({ bytes }) => (bytes > 0 ? 'accepted' : 'refused'),
      }),
}

const heartbeatsPerDatagram = 89

/** Finding 17: many heartbeats of a registered tracker in one datagram, each of which is answered. */
export const reflectedDatagrams: Attack = {
  name: 'reflected-datagrams',
  callsPerSecond: 50,
  maxInFlight: 200,
  open: ({ gatewayPort, own: { identifiers } }) => {
    const datagrams = openDatagrams(gatewayPort)
    const all = identifiers.map((identifier) => {
      const heartbeat = gps103.encode.heartbeat!(identifier, 1)
      return Buffer.concat(Array.from({ length: heartbeatsPerDatagram }, () => heartbeat))
    })
    return async (turn) => {
      const before = datagrams.replies()
      datagrams.send(all[turn % all.length]!)
      await new Promise((resolve) => setTimeout(resolve, 500))
      return datagrams.replies() > before ? 'accepted' : 'unanswered'
    }
  },
}
