// The fields of a message. Makers leave fields out or add some, so they are counted from the IMEI and the hemispheres.

import { instantOfParts } from '../measures.ts'
import { isDigits, pairAt } from '../text-values.ts'

const IMEI_DIGITS = 15

export interface Message {
  /** `Header`, `NRM`, `LGN`; the second field if the first is empty. */
  header: string
  imei: string
  /** Before the IMEI and after it. */
  before: readonly string[]
  after: readonly string[]
}

export function readMessage(text: string): Message {
  const fields = text.replace(/^\$,?/, '').replace(/\*$/, '').split(',')
  const at = fields.findIndex((field) => isDigits(field, IMEI_DIGITS, IMEI_DIGITS))
  return {
    header: fields[0]!,
    imei: at < 0 ? '' : fields[at]!,
    before: at < 0 ? fields : fields.slice(0, at),
    after: at < 0 ? [] : fields.slice(at + 1),
  }
}

export interface Fix {
  isFixed: boolean
  at: Date | undefined
  /** What comes before the validity and the time. */
  before: readonly string[]
}

/** One field, two or six of them; the validity stands before or behind. */
export function readFix(fields: readonly string[]): Fix {
  const rest = [...fields]
  let validity = isValidity(rest.at(-1)) ? rest.pop() : undefined
  const count = rest.at(-1)?.length === 2 ? 6 : rest.at(-1)?.length === 6 ? 2 : 1
  const digits = rest.splice(-count).join('')
  if (validity === undefined && isValidity(rest.at(-1))) validity = rest.pop()
  return { isFixed: validity === '1' || validity === 'A', at: instantOf(digits), before: rest }
}

function isValidity(field: string | undefined): boolean {
  return field === '0' || field === '1' || field === 'A' || field === 'V'
}

/** ddmmyyyyhhmmss, or ddmmyyhhmmss. Without a clock all digits are zeros. */
function instantOf(digits: string): Date | undefined {
  const hasCentury = digits.length === 14
  if (!isDigits(digits, 12, 14) || digits.length === 13) return undefined
  if (hasCentury && pairAt(digits, 4) !== 20) return undefined
  const time = hasCentury ? 8 : 6
  return instantOfParts(
    pairAt(digits, time - 2),
    pairAt(digits, 2),
    pairAt(digits, 0),
    pairAt(digits, time),
    pairAt(digits, time + 2),
    pairAt(digits, time + 4),
  )
}
