import type { Axis, Token } from './angle-tokens.ts'

export interface Angle {
  degrees: number
  /** Undefined: the text does not show it. */
  axis: Axis | undefined
}

/** One angle: label, hemisphere, sign, up to three numbers with their units, hemisphere. Null: something else. */
export function readAngle(tokens: Token[]): Angle | null {
  const rest = [...tokens]
  const take = <Kind extends Token['kind']>(kind: Kind) =>
    (rest[0]?.kind === kind ? rest.shift() : undefined) as Extract<Token, { kind: Kind }> | undefined
  const label = take('axis')
  const before = take('hemisphere')
  const sign = take('sign')
  const numbers: number[] = []
  for (let number = take('number'); number; number = take('number')) {
    const unit = take('unit')
    const isLast = rest[0]?.kind !== 'number'
    // Units come in their order, and only the last number has a fraction.
    if (unit && !unit.isColon && unit.rank !== numbers.length) return null
    if (unit?.isColon && isLast) return null
    if (number.hasFraction && !isLast) return null
    if (numbers.length > 0 && number.value >= 60) return null
    numbers.push(number.value)
  }
  const after = take('hemisphere')
  const hemisphere = before ?? after
  const [degrees, minutes = 0, seconds = 0] = numbers
  const isWhole = rest.length === 0 && degrees !== undefined && numbers.length <= 3 && !(before && after)
  if (!isWhole || (label && hemisphere && label.axis !== hemisphere.axis)) return null
  // "-41 S" is south, "-41 N" is a contradiction.
  if (sign?.isNegative && hemisphere && !hemisphere.isNegative) return null
  const size = degrees + minutes / 60 + seconds / 3_600
  const isNegative = sign?.isNegative === true || hemisphere?.isNegative === true
  return { degrees: isNegative ? -size : size, axis: label?.axis ?? hemisphere?.axis }
}
