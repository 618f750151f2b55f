// Eview packets for simulated trackers and tests, and commands for real ones.
import type { CommandRequest, Location } from '../protocol.types.ts'
import { bitOf } from './alarms.ts'
import { commands, keyOf, sealPacket, WANTS_ANSWER } from './packet.ts'

const RECORDS_PER_PACKET = 20
const FULL = 100
const UNKNOWN_8 = 0xff
const UNKNOWN_32 = 0xffff_ffff
const MOVING = 1 << 9
const BINARY = /^(0[1-4])(?: ((?:[\da-f]{2})*))?$/i

export function encodeLocations(
  identifier: string,
  locations: readonly Location[],
  serial: number,
): Buffer[] {
  const packets: Buffer[] = []
  for (let from = 0; from < locations.length; from += RECORDS_PER_PACKET) {
    const some = locations.slice(from, from + RECORDS_PER_PACKET)
    const keys = Buffer.concat([imeiOf(identifier), ...some.flatMap(keysOf)])
    packets.push(sealPacket(WANTS_ANSWER, serial + packets.length, commands.report, keys))
  }
  return packets
}

export function encodeHeartbeat(identifier: string, serial: number): Buffer {
  const battery = keyOf(0x10, Uint8Array.of(FULL))
  const keys = Buffer.concat([imeiOf(identifier), battery])
  return sealPacket(WANTS_ANSWER, serial, commands.services, keys)
}

/** A command and its keys in hexadecimal, such as `02 01f0` for the configuration; or the text of a system command. */
export function encodeCommand({ text, requestId }: CommandRequest): Buffer {
  const [, command, keys = ''] = BINARY.exec(text) ?? []
  if (command)
    return sealPacket(WANTS_ANSWER, requestId, Number.parseInt(command, 16), Buffer.from(keys, 'hex'))
  const spoken = keyOf(0x1f, Buffer.from(`\0${text}`, 'latin1'))
  return sealPacket(WANTS_ANSWER, requestId, commands.system, spoken)
}

function imeiOf(identifier: string): Buffer {
  return keyOf(0x01, Buffer.from(identifier, 'latin1'))
}

/** The status is in every record, so it separates them; an alarm comes behind it. */
function keysOf(location: Location): Buffer[] {
  const status = Buffer.alloc(8)
  status.writeUInt32LE(Math.floor((location.fixedAt?.getTime() ?? 0) / 1000), 0)
  const percent = Math.round(location.batteryPct ?? UNKNOWN_8)
  status.writeUInt32LE(((percent << 24) | (location.moving ? MOVING : 0)) >>> 0, 4)
  const position = Buffer.alloc(21)
  position.writeInt32LE(Math.round((location.latitude ?? 0) * 1e7), 0)
  position.writeInt32LE(Math.round((location.longitude ?? 0) * 1e7), 4)
  position.writeUInt16LE(Math.round(location.speedKmh ?? 0), 8)
  position.writeUInt16LE(Math.round(location.courseDeg ?? 0) % 360, 10)
  position.writeInt16LE(Math.round(location.altitudeM ?? 0), 12)
  position.writeUInt16LE(location.valid ? Math.round((location.hdop ?? 1) * 10) : 0, 14)
  const { mileageKm } = location
  position.writeUInt32LE(mileageKm === undefined ? UNKNOWN_32 : Math.round(mileageKm * 1000), 16)
  position[20] = location.satellites ?? 8
  const bits = bitOf(location.alarms[0])
  const alarm = Buffer.alloc(4)
  alarm.writeUInt32LE(bits)
  return [keyOf(0x24, status), ...(bits ? [keyOf(0x02, alarm)] : []), keyOf(0x20, position)]
}
