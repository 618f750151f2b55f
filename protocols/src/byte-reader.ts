/**
 * Reads fields one after another, big-endian unless their name ends in LE. Past the end it reads zeros and sets
 * `overrun`; it never throws.
 */
export class ByteReader {
  readonly #bytes: Uint8Array
  readonly #end: number
  #at: number
  #overrun = false

  constructor(bytes: Uint8Array, from = 0, end = bytes.length) {
    this.#bytes = bytes
    this.#at = from
    this.#end = Math.min(end, bytes.length)
  }

  /** True once a field was incomplete: nothing read so far can be trusted. */
  get overrun(): boolean {
    return this.#overrun
  }

  get remaining(): number {
    return this.#end - this.#at
  }

  /** A second reader, from here on. */
  copy(): ByteReader {
    return new ByteReader(this.#bytes, this.#at, this.#end)
  }

  /** The byte that is so far ahead, without reading it; 0 past the end. */
  peek(ahead: number): number {
    return this.#at + ahead < this.#end ? this.#bytes[this.#at + ahead]! : 0
  }

  uint8(): number {
    const at = this.#take(1)
    return at < 0 ? 0 : this.#bytes[at]!
  }

  uint16(): number {
    const at = this.#take(2)
    return at < 0 ? 0 : (this.#bytes[at]! << 8) | this.#bytes[at + 1]!
  }

  uint24(): number {
    return this.uint8() * 0x10000 + this.uint16()
  }

  uint32(): number {
    return this.int32() >>> 0
  }

  int16(): number {
    return (this.uint16() << 16) >> 16
  }

  int32(): number {
    const at = this.#take(4)
    if (at < 0) return 0
    const bytes = this.#bytes
    return (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
  }

  float32(): number {
    const bytes = this.bytes(4)
    return bytes.length === 4 ? bytes.readFloatBE(0) : 0
  }

  uint16LE(): number {
    const at = this.#take(2)
    return at < 0 ? 0 : this.#bytes[at]! | (this.#bytes[at + 1]! << 8)
  }

  uint24LE(): number {
    return this.uint16LE() + this.uint8() * 0x10000
  }

  uint32LE(): number {
    return this.int32LE() >>> 0
  }

  int16LE(): number {
    return (this.uint16LE() << 16) >> 16
  }

  int32LE(): number {
    const at = this.#take(4)
    if (at < 0) return 0
    const bytes = this.#bytes
    return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)
  }

  float32LE(): number {
    const bytes = this.bytes(4)
    return bytes.length === 4 ? bytes.readFloatLE(0) : 0
  }

  float64LE(): number {
    const bytes = this.bytes(8)
    return bytes.length === 8 ? bytes.readDoubleLE(0) : 0
  }

  int8(): number {
    return (this.uint8() << 24) >> 24
  }

  /** Exact below 2^53. */
  uint64(): number {
    const high = this.uint32()
    return high * 0x1_0000_0000 + this.uint32()
  }

  skip(count: number): void {
    this.#take(count)
  }

  bytes(count: number): Buffer {
    const at = this.#take(count)
    if (at < 0) return Buffer.alloc(0)
    return Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset + at, count)
  }

  hex(count: number): string {
    return this.bytes(count).toString('hex')
  }

  /** Bytes beyond ASCII lose their top bit; nothing here is written to a terminal unescaped. */
  ascii(count: number): string {
    return this.bytes(count).toString('ascii')
  }

  #take(count: number): number {
    const at = this.#at
    if (at + count > this.#end) {
      this.#overrun = true
      this.#at = this.#end
      return -1
    }
    this.#at = at + count
    return at
  }
}
