/** Most answers to trackers are shorter. */
const FIRST_BYTES = 64

/** Writes fields one after another, big-endian unless their name ends in LE. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafe(FIRST_BYTES)
  #length = 0

  get length(): number {
    return this.#length
  }

  uint8(value: number): this {
    this.#reserve(1)
    this.#bytes[this.#length++] = value
    return this
  }

  uint16(value: number): this {
    return this.uint8(value >> 8).uint8(value)
  }

  uint32(value: number): this {
    return this.uint16(value >>> 16).uint16(value)
  }

  uint16LE(value: number): this {
    return this.uint8(value).uint8(value >> 8)
  }

  uint24LE(value: number): this {
    return this.uint16LE(value).uint8(value >> 16)
  }

  uint32LE(value: number): this {
    return this.uint16LE(value).uint16LE(value >>> 16)
  }

  uint64(value: number): this {
    return this.uint32(Math.floor(value / 0x1_0000_0000)).uint32(value % 0x1_0000_0000)
  }

  bytes(bytes: Uint8Array): this {
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
    return this
  }

  ascii(text: string): this {
    return this.bytes(Buffer.from(text, 'latin1'))
  }

  hex(digits: string): this {
    return this.bytes(Buffer.from(digits, 'hex'))
  }

  /** Not a copy. */
  toBuffer(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  #reserve(more: number): void {
    const needed = this.#length + more
    if (needed <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}
