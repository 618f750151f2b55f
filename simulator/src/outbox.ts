import type { Location } from '@rastro/protocols'

/** A location that a tracker has to deliver. */
export interface Fix {
  fixedAtMs: number
  /** When it was due to be sent, by the monotonic clock. */
  dueAtMs: number
  location: Location
}

/** The memory of a tracker: unsent and unacknowledged locations. Only an acknowledgement removes one. */
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
  take(max: number): Fix[] {
    const taken = this.#waiting.slice(this.#first, this.#first + max)
    this.#first += taken.length
    if (this.#first === this.#waiting.length) this.#waiting.length = this.#first = 0
    else if (this.#first > 1_000) {
      this.#waiting = this.#waiting.slice(this.#first)
      this.#first = 0
    }
    return taken
  }

  /** Unacknowledged locations are sent again before everything else. */
  putBack(fixes: readonly Fix[]): void {
    if (fixes.length === 0) return
    this.#waiting = [...fixes, ...this.#waiting.slice(this.#first)]
    this.#first = 0
  }
}
