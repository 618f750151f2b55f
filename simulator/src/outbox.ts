import type { Location } from '@rastro/protocols'

/** A location that a tracker made and has to get rid of. */
export interface Fix {
  fixedAtMs: number
  /** When it should have been on its way, by the monotonic clock. */
  dueAtMs: number
  location: Location
}

/** A tracker's own memory: what waits to be sent, and what was acknowledged. Nothing leaves it unacknowledged. */
export class Outbox {
  readonly acknowledged = new Set<number>()
  #waiting: Fix[] = []
  #first = 0

  get waiting(): number {
    return this.#waiting.length - this.#first
  }

  add(fix: Fix): void {
    this.#waiting.push(fix)
  }

  /** Oldest first. */
  take(most: number): Fix[] {
    const taken = this.#waiting.slice(this.#first, this.#first + most)
    this.#first += taken.length
    if (this.#first === this.#waiting.length) this.#waiting.length = this.#first = 0
    else if (this.#first > 1_000) {
      this.#waiting = this.#waiting.slice(this.#first)
      this.#first = 0
    }
    return taken
  }

  /** What was sent but not acknowledged is sent again, before everything else. */
  putBack(fixes: readonly Fix[]): void {
    if (fixes.length === 0) return
    this.#waiting = [...fixes, ...this.#waiting.slice(this.#first)]
    this.#first = 0
  }
}
