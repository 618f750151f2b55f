// Converts what a sensor reports into millilitres, by the table that was measured when the tank was filled.

/** Pairs of a raw value and litres. Raw values rise or fall over the whole table, litres rise with each other pair. */
export type Calibration = readonly (readonly [raw: number, litres: number])[]

/** Linear between two pairs; beyond the table its nearest end. */
export function toMl(raw: number, calibration: Calibration): number {
  const last = calibration.length - 1
  const direction = Math.sign(calibration[last]![0] - calibration[0]![0])
  const isAfter = (index: number) => (raw - calibration[index]![0]) * direction > 0
  if (!isAfter(0)) return mlOf(calibration[0]![1])
  if (isAfter(last)) return mlOf(calibration[last]![1])
  let low = 0
  let high = last
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (isAfter(middle)) low = middle
    else high = middle
  }
  const [rawBefore, litresBefore] = calibration[low]!
  const [rawAfter, litresAfter] = calibration[high]!
  const share = (raw - rawBefore) / (rawAfter - rawBefore)
  return mlOf(litresBefore + share * (litresAfter - litresBefore))
}

const mlOf = (litres: number) => Math.round(litres * 1_000)

/** Why a table cannot be used. */
export function problemOf(
  calibration: Calibration,
): 'tooShort' | 'rawNotMonotone' | 'litresNotMonotone' | null {
  if (calibration.length < 2) return 'tooShort'
  const [first, second] = [calibration[0]!, calibration[1]!]
  const rawDirection = Math.sign(second[0] - first[0])
  const litresDirection = Math.sign(second[1] - first[1])
  for (let index = 1; index < calibration.length; index += 1) {
    const [before, after] = [calibration[index - 1]!, calibration[index]!]
    if (rawDirection === 0 || Math.sign(after[0] - before[0]) !== rawDirection) return 'rawNotMonotone'
    if (litresDirection === 0 || Math.sign(after[1] - before[1]) !== litresDirection)
      return 'litresNotMonotone'
  }
  return null
}
