// How many requests the provider gets from this process, and how many of them each account may have. Nothing waits: a
// lookup beyond the pace is not made. The pace is divided between the accounts that asked lately, so that a flood of one
// does not lock out the others.

const maxInFlight = 32
/** From this pace on, one request is always kept for an account that asked for none lately. */
const minStartsForReserve = 4
/** For how long an account that has asked for something counts as one that wants a share. */
const activeForMs = 10_000

export interface Pace {
  /** Takes a request of the account, or returns why it has none: `pace` is that of all, `share` that of the account. */
  take(accountId: number): 'pace' | 'share' | undefined
  /** Call it when the request has ended. */
  release(accountId: number): void
}

interface Active {
  askedAtMs: number
  startedAtMs: number
  running: number
}

export function createPace(requestsPerSecond: number, nowMs: () => number): Pace {
  const maxStarts = Math.max(1, Math.floor(requestsPerSecond))
  /** No window of this length has more than that many. */
  const windowMs = (maxStarts / requestsPerSecond) * 1_000
  const shared = maxStarts >= minStartsForReserve ? maxStarts - 1 : maxStarts
  const rememberMs = Math.max(activeForMs, 2 * windowMs)
  /** Oldest first. */
  const starts: { accountId: number; atMs: number }[] = []
  /** The account that asked last is the last. */
  const active = new Map<number, Active>()
  let running = 0

  function note(accountId: number): Active {
    const now = nowMs()
    const account = active.get(accountId) ?? {
      askedAtMs: now,
      startedAtMs: Number.NEGATIVE_INFINITY,
      running: 0,
    }
    account.askedAtMs = now
    active.delete(accountId)
    active.set(accountId, account)
    for (const [id, one] of active) {
      if (now - one.askedAtMs <= rememberMs) break
      if (one.running === 0) active.delete(id)
    }
    return account
  }

  function hasShare(accountId: number, account: Active): boolean {
    const share = shared / active.size
    // With more accounts than requests in a window, each waits for several windows.
    if (share < 1) return nowMs() - account.startedAtMs >= windowMs / share
    return starts.filter((start) => start.accountId === accountId).length < Math.floor(share)
  }

  return {
    take(accountId) {
      const now = nowMs()
      while (starts.length > 0 && now - starts[0]!.atMs >= windowMs) starts.shift()
      const account = note(accountId)
      if (starts.length >= maxStarts || running >= maxInFlight) return 'pace'
      const maxRunning = Math.max(1, Math.floor((maxInFlight - 1) / active.size))
      if (account.running >= maxRunning || !hasShare(accountId, account)) return 'share'
      starts.push({ accountId, atMs: now })
      account.startedAtMs = now
      account.running += 1
      running += 1
      return undefined
    },
    release(accountId) {
      running -= 1
      const account = active.get(accountId)
      if (account) account.running -= 1
    },
  }
}
