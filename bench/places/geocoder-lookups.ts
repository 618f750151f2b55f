// Users who look up street addresses, no two the same: places at points, and searches.

const lookupsPerSecond = 40
const tickMs = 10

export interface Lookups {
  /** How long each took. */
  end(): Promise<{ reverseMs: number[]; searchMs: number[] }>
}

export function beginLookups(apiUrl: string, token: string): Lookups {
  const reverseMs: number[] = []
  const searchMs: number[] = []
  const inFlight = new Set<Promise<void>>()
  const startedAt = performance.now()
  let turn = 0

  async function lookUp(number: number): Promise<void> {
    const isReverse = number % 2 === 0
    const path = isReverse
      ? `reverse?latitude=${(number % 80) + number / 1e4}&longitude=10`
      : `search?q=Calle+${number}&addresses=true&limit=1`
    const beganAt = performance.now()
    const response = await fetch(`${apiUrl}/api/places/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`places answered ${response.status}`)
    ;(isReverse ? reverseMs : searchMs).push(performance.now() - beganAt)
  }

  const timer = setInterval(() => {
    for (; turn < ((performance.now() - startedAt) / 1_000) * lookupsPerSecond; turn += 1) {
      const made = lookUp(turn)
      inFlight.add(made)
      made.catch(() => {}).finally(() => inFlight.delete(made))
    }
  }, tickMs)

  return {
    async end() {
      clearInterval(timer)
      await Promise.all(inFlight)
      return { reverseMs, searchMs }
    },
  }
}
