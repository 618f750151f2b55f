// Two angles in degrees, with or without minutes and seconds, signs, units and the letters of hemispheres.

import type { Angle } from './angle.ts'
import { readAngle } from './angle.ts'
import type { Token } from './angle-tokens.ts'
import { tokensOf } from './angle-tokens.ts'
import type { Coordinates } from './coordinates.types.ts'
import { separatedBy } from './decimal-comma.ts'

export function parseDegrees(text: string): Coordinates | null {
  const inner = /^\((.*)\)$|^\[(.*)\]$/.exec(text)
  for (const plain of separatedBy((inner?.[1] ?? inner?.[2] ?? text).trim())) {
    const tokens = tokensOf(plain)
    const found = tokens && isMarked(tokens) ? readPair(tokens) : null
    if (found) return found
  }
  return null
}

/** Bare whole numbers are a house number, a phone number or a date. */
function isMarked(tokens: Token[]): boolean {
  return tokens.some(
    (token, index) =>
      (token.kind === 'number' && token.hasFraction) ||
      (token.kind === 'sign' && (token.isNegative || index > 0)) ||
      token.kind === 'hemisphere' ||
      token.kind === 'axis' ||
      token.kind === 'separator' ||
      (token.kind === 'unit' && !token.isColon),
  )
}

function readPair(tokens: Token[]): Coordinates | null {
  const at = splitAt(tokens)
  if (at === undefined) return null
  const first = readAngle(tokens.slice(0, at))
  const second = readAngle(tokens.slice(tokens[at]?.kind === 'separator' ? at + 1 : at))
  return first && second && toCoordinates(first, second)
}

/** Latitude comes first, unless the letters show otherwise. */
function toCoordinates(first: Angle, second: Angle): Coordinates | null {
  if (first.axis !== undefined && first.axis === second.axis) return null
  const isSwapped = first.axis === 'longitude' || second.axis === 'latitude'
  const [latitude, longitude] = isSwapped ? [second, first] : [first, second]
  return { latitude: latitude.degrees, longitude: longitude.degrees }
}

/** The index at which the second angle begins. */
function splitAt(tokens: Token[]): number | undefined {
  const indexes = (isIt: (token: Token) => boolean) =>
    [...tokens.keys()].filter((index) => isIt(tokens[index]!))
  const separators = indexes(({ kind }) => kind === 'separator')
  if (separators.length > 0) return separators.length === 1 ? separators[0] : undefined
  const axes = indexes(({ kind }) => kind === 'axis')
  if (axes.length === 2) return axes[1]
  const hemispheres = indexes(({ kind }) => kind === 'hemisphere')
  if (hemispheres.length === 2 && hemispheres[0] === 0) return hemispheres[1]
  if (hemispheres.length > 0 && hemispheres[0]! > 0 && hemispheres[0]! < tokens.length - 1)
    return hemispheres[0]! + 1
  const signs = indexes(({ kind }) => kind === 'sign').filter((index) => index > 0)
  if (signs.length === 1) return signs[0]
  const numbers = indexes(({ kind }) => kind === 'number')
  const degreeSigns = numbers.filter((index) => {
    const next = tokens[index + 1]
    return next?.kind === 'unit' && next.rank === 0 && !next.isColon
  })
  if (degreeSigns.length === 2) return degreeSigns[1]
  return numbers.length % 2 === 0 ? numbers[numbers.length / 2] : undefined
}
