// The order in which passwords are hashed: one at a time, each network or account in turn.

import { TooManyError } from '../../platform/http/errors.ts'

export interface HashTurn {
  /** The network or the account that the hash is for. */
  key: string
  /** Whether it has authenticated before. Known and unknown keys alternate, however many unknown ones there are. */
  isKnown: boolean
}

interface Waiting {
  proceed(): void
  refuse(error: Error): void
}
/** In the order in which the keys are served. */
type Lane = Map<string, Waiting[]>

export function createHashQueue(maxWaiting: number) {
  const lanes: { known: Lane; unknown: Lane } = { known: new Map(), unknown: new Map() }
  let isBusy = false
  let wasKnown = false

  function wait({ key, isKnown }: HashTurn): Promise<void> {
    const lane = isKnown ? lanes.known : lanes.unknown
    if (countIn(lane) >= maxWaiting) dropLongest(lane, key)
    return new Promise((proceed, refuse) => {
      const queue = lane.get(key) ?? []
      queue.push({ proceed, refuse })
      lane.set(key, queue)
    })
  }

  function next(): Waiting | undefined {
    const [first, second] = wasKnown ? [lanes.unknown, lanes.known] : [lanes.known, lanes.unknown]
    const lane = first.size > 0 ? first : second
    wasKnown = lane === lanes.known
    return takeFrom(lane)
  }

  return async <T>(turn: HashTurn, work: () => Promise<T>): Promise<T> => {
    if (isBusy) await wait(turn)
    isBusy = true
    try {
      return await work()
    } finally {
      // The next in the queue inherits the busy flag, so that no other call gets in between.
      const waiting = next()
      if (waiting) waiting.proceed()
      else isBusy = false
    }
  }
}

function countIn(lane: Lane): number {
  let count = 0
  for (const queue of lane.values()) count += queue.length
  return count
}

/** The first key moves to the end of the lane. */
function takeFrom(lane: Lane): Waiting | undefined {
  const [first] = lane
  if (!first) return undefined
  const [key, queue] = first
  const waiting = queue.shift()
  lane.delete(key)
  if (queue.length > 0) lane.set(key, queue)
  return waiting
}

/** Makes room at the cost of the key that waits with the most, which may be the new one itself. */
function dropLongest(lane: Lane, newKey: string): void {
  const [, longest] = [...lane].toSorted(([, left], [, right]) => right.length - left.length)[0] ?? []
  const ownLength = lane.get(newKey)?.length ?? 0
  if (!longest || ownLength + 1 >= longest.length) throw busy()
  longest.pop()?.refuse(busy())
}

function busy(): TooManyError {
  return new TooManyError('access.busy', 'Too many sign-ins at the moment. Try again in a few seconds.', {
    retryAfterSeconds: 2 + Math.floor(Math.random() * 6),
  })
}
