// The payload: each character is six bits. Numbers and texts are at fixed bits.

/** Nothing is longer: five slots. */
export const MAX_CHARS = 180
const LETTERS = '@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_ !"#$%&\'()*+,-./0123456789:;<=>?'

export class Bits {
  readonly #sixes: Uint8Array
  readonly length: number

  constructor(payload: string, fillBits: number) {
    this.#sixes = Uint8Array.from(payload, (char) => {
      const code = char.charCodeAt(0) - 0x30
      return code > 0x28 ? code - 8 : code
    })
    this.length = Math.max(this.#sixes.length * 6 - fillBits, 0)
  }

  has(at: number, size: number): boolean {
    return at + size <= this.length
  }

  unsigned(at: number, size: number): number {
    let value = 0
    for (let bit = at; bit < at + size; bit++) {
      const six = this.#sixes[Math.floor(bit / 6)] ?? 0
      value = value * 2 + ((six >> (5 - (bit % 6))) & 1)
    }
    return value
  }

  signed(at: number, size: number): number {
    const value = this.unsigned(at, size)
    return value >= 2 ** (size - 1) ? value - 2 ** size : value
  }

  /** Ends at the first `@`; undefined if nothing is left. */
  text(at: number, chars: number): string | undefined {
    let text = ''
    for (let index = 0; index < chars; index++) {
      const letter = LETTERS[this.unsigned(at + index * 6, 6)]!
      if (letter === '@') break
      text += letter
    }
    return text.trimEnd() || undefined
  }
}

/** From pairs of value and size. */
export function payloadOf(fields: readonly (readonly [value: number, size: number])[]): {
  payload: string
  fillBits: number
} {
  const bits = fields
    .map(([value, size]) => BigInt.asUintN(size, BigInt(value)).toString(2).padStart(size, '0'))
    .join('')
  const fillBits = (6 - (bits.length % 6)) % 6
  const sixes = bits.padEnd(bits.length + fillBits, '0').match(/.{6}/g) ?? []
  const payload = sixes.map((six) => {
    const value = Number.parseInt(six, 2)
    return String.fromCharCode(value < 40 ? value + 48 : value + 56)
  })
  return { payload: payload.join(''), fillBits }
}
