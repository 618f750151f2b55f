import type { Traits } from '../testing/traits.ts'

export const traits: Traits = {
  checksumIsRight: (frame) => {
    const plain = Buffer.from(
      frame
        .toString('hex')
        .replace(/^7e|7e$/g, '')
        .match(/../g)!
        .join(' ')
        .replace(/7d 01/g, 'xx')
        .replace(/7d 02/g, '7e')
        .replace(/xx/g, '7d')
        .replace(/ /g, ''),
      'hex',
    )
    return plain.reduce((sum, byte) => sum ^ byte, 0) === 0
  },
  isNoise: (byte) => byte !== 0x7e,
  floods: ['7e', '7e0200', '7e02000000', '7d'],
}
