import { bitwiseCrc } from '../testing/fuzz.ts'
import type { Traits } from '../testing/traits.ts'

const REFLECTED = 0xa001

export const traits: Traits = {
  checksumIsRight: (frame) => {
    const [, digits] = /^..,([\dA-F]{4}),\d/is.exec(frame.toString('latin1')) ?? []
    return digits
      ? Number.parseInt(digits, 16) === bitwiseCrc(frame.subarray(7), REFLECTED, 0)
      : frame.readUInt16BE(2) === bitwiseCrc(frame.subarray(4), REFLECTED, 0)
  },
  isNoise: (byte) => ![0x03, 0x24, 0x40, 0x41, 0xfe].includes(byte),
  floods: ['40', '2441', '4050', '40502c', '40502c303030302c', '40500000000a', '415424', 'fe02'],
}
