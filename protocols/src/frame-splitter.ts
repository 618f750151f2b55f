// Splits the bytes of a connection into frames, in linear time and bounded memory, however they are chunked.
import type { Session, SocketProtocol } from './protocol.types.ts'

/** A piece of the stream. It owns its bytes: they may be kept. */
export type Cut =
  | { kind: 'frame'; protocol: SocketProtocol; bytes: Buffer }
  | { kind: 'noise'; bytes: Buffer }
  /** The last piece: close the connection. */
  | { kind: 'bad'; why: string; bytes: Buffer }

/** Enough for every known socket protocol; each has its own, lower limit. */
export const BUFFER_LIMIT_BYTES = 65_536

/** Per push, which is at most 64 kB: the smallest meaningful frame has 15 bytes. */
export const CUTS_LIMIT = 5_000

const DETECTION_LIMIT_BYTES = 64
const NOTHING = Buffer.alloc(0)
const NO_CUTS: readonly Cut[] = []

/** The buffer of one connection: collects chunks, detects the protocol from the first bytes, splits frames. */
export class FrameSplitter {
  readonly #protocols: readonly SocketProtocol[]
  readonly #session: Session
  readonly #limitBytes: number
  #protocol: SocketProtocol | undefined
  #closed = false
  // The remaining bytes are #store[#start, #end).
  #store: Buffer = NOTHING
  #start = 0
  #end = 0
  #needBytes = 1
  #searchedBytes = 0

  /** With a single protocol, as on its own port, nothing is detected and noise may come first. */
  constructor(protocols: readonly SocketProtocol[], session: Session, limitBytes = BUFFER_LIMIT_BYTES) {
    this.#protocols = protocols
    this.#session = session
    this.#limitBytes = limitBytes
    if (protocols.length === 1) this.#protocol = protocols[0]
  }

  /** Known once the first bytes have determined it. */
  get protocol(): SocketProtocol | undefined {
    return this.#protocol
  }

  get bufferedBytes(): number {
    return this.#end - this.#start
  }

  push(chunk: Uint8Array): readonly Cut[] {
    if (this.#closed) return NO_CUTS
    this.#append(chunk)
    if (this.bufferedBytes < this.#needBytes) return NO_CUTS
    const cuts: Cut[] = []
    while (!this.#closed && this.bufferedBytes >= this.#needBytes) {
      this.#cutOnce(cuts)
      // One frame per byte would take hundreds of times its size in objects. Such frames are not collected.
      if (cuts.length > CUTS_LIMIT) this.#refuse(cuts)
    }
    this.#forgetIfEmpty()
    return cuts
  }

  #cutOnce(cuts: Cut[]): void {
    const bytes = this.#store.subarray(this.#start, this.#end)
    if (!this.#protocol) {
      this.#detect(bytes, cuts)
      return
    }
    const split = this.#protocol.split(bytes, this.#session, this.#searchedBytes)
    switch (split.kind) {
      case 'frame':
        cuts.push({ kind: 'frame', protocol: this.#protocol, bytes: this.#consume(split.size) })
        return
      case 'skip':
        cuts.push({ kind: 'noise', bytes: this.#consume(split.size) })
        return
      case 'more':
        this.#searchedBytes = bytes.length
        this.#wait(split.needBytes, Math.min(this.#limitBytes, this.#protocol.maxFrameBytes), cuts)
        return
      case 'bad':
        this.#close(split.why, cuts)
    }
  }

  /** The first protocol of the list that does not return no decides, so that chunking cannot change the choice. */
  #detect(bytes: Buffer, cuts: Cut[]): void {
    for (const protocol of this.#protocols) {
      const detection = protocol.detect(bytes, this.#session.transport)
      if (detection === 'no') continue
      if (detection === 'yes') this.#protocol = protocol
      else this.#wait(bytes.length + 1, DETECTION_LIMIT_BYTES, cuts)
      return
    }
    this.#close('not a protocol we know', cuts)
  }

  #wait(needBytes: number, limitBytes: number, cuts: Cut[]): void {
    // Prevents an endless loop if a protocol asks for bytes that are already there.
    this.#needBytes = Math.max(needBytes, this.bufferedBytes + 1)
    if (this.#needBytes > limitBytes) this.#close(`longer than ${limitBytes} bytes`, cuts)
  }

  #close(why: string, cuts: Cut[]): void {
    cuts.push({ kind: 'bad', why, bytes: this.#consume(Math.min(this.bufferedBytes, this.#limitBytes)) })
    this.#start = this.#end
    this.#closed = true
  }

  #refuse(cuts: Cut[]): void {
    cuts.length = 0
    this.#close(`more than ${CUTS_LIMIT} frames at once`, cuts)
  }

  #consume(size: number): Buffer {
    const from = this.#start
    // At least one byte, to prevent an endless loop with a faulty protocol.
    this.#start = Math.min(from + Math.max(size, 1), this.#end)
    this.#needBytes = 1
    this.#searchedBytes = 0
    const bytes = Buffer.allocUnsafe(this.#start - from)
    this.#store.copy(bytes, 0, from, this.#start)
    return bytes
  }

  #append(chunk: Uint8Array): void {
    const kept = this.bufferedBytes
    if (this.#end + chunk.length > this.#store.length) {
      const size = kept + chunk.length
      // Spare capacity, and moving to the front only when half is free, keep the copying linear.
      const fits = size * 2 <= this.#store.length
      // Slow means separate memory. A slice of Node's pool would retain 64 kB as long as the connection lives.
      const store = fits ? this.#store : Buffer.allocUnsafeSlow(Math.max(128, kept > 0 ? size * 2 : size))
      this.#store.copy(store, 0, this.#start, this.#end)
      this.#store = store
      this.#start = 0
      this.#end = kept
    }
    this.#store.set(chunk, this.#end)
    this.#end += chunk.length
  }

  /** Most connections are idle most of the time and should use no memory then. */
  #forgetIfEmpty(): void {
    if (this.#start < this.#end) return
    this.#start = 0
    this.#end = 0
    if (this.#store.length > 1024 || this.#closed) this.#store = NOTHING
  }
}

/** The frames of one datagram. The rest at its end is a frame too. */
export function cutDatagram(protocols: readonly SocketProtocol[], datagram: Buffer, session: Session): Cut[] {
  const protocol = protocols.find((candidate) => {
    return candidate.transports.includes('udp') && candidate.detect(datagram, 'udp') === 'yes'
  })
  if (!protocol) return [{ kind: 'bad', why: 'not a protocol we know', bytes: datagram }]
  const cuts: Cut[] = []
  let rest = datagram
  while (rest.length > 0) {
    const split = protocol.split(rest, session, 0)
    if (split.kind === 'bad') return [...cuts, { kind: 'bad', why: split.why, bytes: rest }]
    const size = split.kind === 'more' ? rest.length : Math.max(split.size, 1)
    const bytes = rest.subarray(0, size)
    cuts.push(split.kind === 'skip' ? { kind: 'noise', bytes } : { kind: 'frame', protocol, bytes })
    rest = rest.subarray(size)
  }
  return cuts
}
