const STEPS_PER_DOUBLING = 32
/** Up to 2^40 µs, twelve days. */
const DOUBLINGS = 40

/** Durations in steps of about 2 %, in constant memory. */
export class Histogram {
  readonly #counts = new Uint32Array(STEPS_PER_DOUBLING * DOUBLINGS)
  #count = 0
  #maxMs = 0

  get count(): number {
    return this.#count
  }

  add(ms: number, times = 1): void {
    const step = Math.floor(Math.log2(Math.max(ms, 0) * 1_000 + 1) * STEPS_PER_DOUBLING)
    this.#counts[Math.min(step, this.#counts.length - 1)]! += times
    this.#count += times
    if (ms > this.#maxMs) this.#maxMs = ms
  }

  /** The duration that this share of all (0.99 for p99) does not exceed. */
  quantileMs(part: number): number {
    let left = Math.ceil(this.#count * part)
    for (let step = 0; step < this.#counts.length && left > 0; step += 1) {
      left -= this.#counts[step]!
      if (left <= 0) return Math.min(this.#maxMs, (2 ** ((step + 1) / STEPS_PER_DOUBLING) - 1) / 1_000)
    }
    return this.#maxMs
  }

  summary(): Durations {
    const [p50Ms, p99Ms] = [this.quantileMs(0.5), this.quantileMs(0.99)]
    return { count: this.#count, p50Ms: round(p50Ms), p99Ms: round(p99Ms), maxMs: round(this.#maxMs) }
  }
}

export interface Durations {
  count: number
  p50Ms: number
  p99Ms: number
  maxMs: number
}

function round(ms: number): number {
  return Math.round(ms * 100) / 100
}
