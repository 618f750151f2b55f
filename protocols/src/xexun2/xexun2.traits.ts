import type { Traits } from '../testing/traits.ts'

export const traits: Traits = {
  checksumIsRight: (frame) => {
    const pairs = frame.subarray(2, -2).toString('hex').match(/../g)!.join(' ')
    const plain = pairs.replaceAll('fb bf 01', 'fa af').replaceAll('fb bf 02', 'fb bf').split(' ')
    const bytes = plain.map((pair) => Number.parseInt(pair, 16))
    const sum = bytes.slice(16).reduce((total, byte) => total + byte, 0)
    return bytes[14]! * 256 + bytes[15]! === 0xffff - (sum & 0xffff)
  },
  isNoise: (byte) => byte !== 0xfa,
  floods: ['fa', 'faaf', 'faaf00', 'fbbf01'],
}
