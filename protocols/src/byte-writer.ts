/** Writes fields one after another, big-endian unless their name ends in LE. */
export class ByteWriter {
  readonly #bytes: number[] = []

  get length(): number {
    return this.#bytes.length
  }

  uint8(value: number): this {
    this.#bytes.push(value & 0xff)
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
    for (const byte of bytes) this.#bytes.push(byte)
    return this
  }

  ascii(text: string): this {
    return this.bytes(Buffer.from(text, 'latin1'))
  }

  hex(digits: string): this {
    return this.bytes(Buffer.from(digits, 'hex'))
  }

  toBuffer(): Buffer {
    return Buffer.from(this.#bytes)
  }
}
