import type { Traits } from '../testing/traits.ts'

const sumOf = (text: string) => [...Buffer.from(text, 'latin1')].reduce((sum, code) => sum ^ code, 0)

export const traits: Traits = {
  checksumIsRight(frame) {
    const text = frame.toString('latin1')
    const [body = '', sum = ''] = text.slice(text.lastIndexOf('!') + 1).split('*')
    return sumOf(body) === Number.parseInt(sum.slice(0, 2), 16)
  },
  isNoise: (byte) => byte !== 0x21 && byte !== 0x5c,
  floods: ['21', '5c', '0a', '210a', '5c733a', '21414956444d2c', '21414956444d2c320a'],
  // Speed in tenths of a knot, up to 102.
  loss: { hasOnlyCoordinates: true, gridDeg: 1e-6 },
}
