// The particulars of a ship: name, call sign, size and voyage (types 5, 19 and 24).
import { roundTo } from '../measures.ts'
import type { Attributes } from '../protocol.types.ts'
import type { Bits } from './bits.ts'

const VOYAGE = 5
const VOYAGE_BITS = 302
const CLASS_B = 19
const CLASS_B_BITS = 271
const STATIC = 24
const NAME_CHARS = 20
/** A craft of a mother ship has that one's number in the place of its size. */
const auxiliary = /^98/

/** Undefined if the message is none, or too short. */
export function readParticulars(bits: Bits, type: number, mmsi: string): Attributes | undefined {
  if (type === VOYAGE) return bits.has(0, VOYAGE_BITS) ? voyageOf(bits) : undefined
  if (type === CLASS_B && bits.has(0, CLASS_B_BITS))
    return known({ shipName: bits.text(143, NAME_CHARS), shipType: bits.unsigned(263, 8) })
  if (type !== STATIC) return undefined
  const isName = bits.unsigned(38, 2) === 0
  if (isName) return bits.has(40, 120) ? known({ shipName: bits.text(40, NAME_CHARS) }) : undefined
  if (!bits.has(40, 92)) return undefined
  const size = bits.has(132, 30) && !auxiliary.test(mmsi) ? sizeOf(bits, 132) : {}
  return known({ shipType: bits.unsigned(40, 8), callSign: bits.text(90, 7), ...size })
}

function voyageOf(bits: Bits): Attributes {
  return known({
    imoNumber: bits.unsigned(40, 30) || undefined,
    callSign: bits.text(70, 7),
    shipName: bits.text(112, NAME_CHARS),
    shipType: bits.unsigned(232, 8),
    ...sizeOf(bits, 240),
    expectedAt: etaOf(bits),
    draughtM: roundTo(bits.unsigned(294, 8) / 10, 1) || undefined,
    destination: bits.has(302, NAME_CHARS * 6) ? bits.text(302, NAME_CHARS) : undefined,
  })
}

/** Distances from the antenna to bow, stern, port and starboard. */
function sizeOf(bits: Bits, at: number) {
  const lengthM = bits.unsigned(at, 9) + bits.unsigned(at + 9, 9)
  const beamM = bits.unsigned(at + 18, 6) + bits.unsigned(at + 24, 6)
  return { lengthM: lengthM || undefined, beamM: beamM || undefined }
}

/** Without a year, in UTC: `05-06T12:00`. */
function etaOf(bits: Bits): string | undefined {
  const [month, day] = [bits.unsigned(274, 4), bits.unsigned(278, 5)]
  const [hour, minute] = [bits.unsigned(283, 5), bits.unsigned(288, 6)]
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59) return undefined
  return `${pad(month)}-${pad(day)}T${pad(hour)}:${pad(minute)}`
}

function known(values: Record<string, string | number | undefined>): Attributes {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string | number] => entry[1] !== undefined),
  )
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}
