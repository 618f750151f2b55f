import type { Traits } from '../testing/traits.ts'

export const traits: Traits = {
  isNoise: (byte) => !'#*i0123456789'.includes(String.fromCharCode(byte)),
  floods: ['696d65693a', '696d6569'],
}
