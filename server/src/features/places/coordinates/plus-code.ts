// Full plus codes (Open Location Code 1.0): five pairs of base 20, then digits that divide the area into 5 rows and 4
// columns.

import type { Coordinates } from './coordinates.types.ts'

const digits = '23456789CFGHJMPQRVWX'
const pattern =
  /^([2-9C][2-9CFGHJMPQRV])([2-9CFGHJMPQRVWX]{6}|[2-9CFGHJMPQRVWX]{4}00|[2-9CFGHJMPQRVWX]{2}0{4}|0{6})\+([2-9CFGHJMPQRVWX]{2,7})?$/
const pairsLength = 10

/** The centre of the area. */
export function parsePlusCode(text: string): Coordinates | null {
  const match = pattern.exec(text)
  if (!match) return null
  const [, first, more = '', last = ''] = match
  const significant = `${first}${more.replaceAll('0', '')}`
  // Padding replaces digits, so none can follow.
  if (more.includes('0') && last !== '') return null
  const code = significant + last
  let latitude = -90
  let longitude = -180
  let heightDegrees = 400
  let widthDegrees = 400
  for (let index = 0; index < Math.min(code.length, pairsLength); index += 2) {
    heightDegrees /= 20
    widthDegrees /= 20
    latitude += digits.indexOf(code[index]!) * heightDegrees
    longitude += digits.indexOf(code[index + 1]!) * widthDegrees
  }
  for (const digit of code.slice(pairsLength)) {
    const value = digits.indexOf(digit)
    heightDegrees /= 5
    widthDegrees /= 4
    latitude += Math.floor(value / 4) * heightDegrees
    longitude += (value % 4) * widthDegrees
  }
  return { latitude: latitude + heightDegrees / 2, longitude: longitude + widthDegrees / 2 }
}
