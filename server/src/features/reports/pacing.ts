// How fast the rows of files are read: on an idle machine PostgreSQL reads the next part while this one is written; on a
// busy one, the reports of a process take turns and rest, so that they keep one processor busy at most.

import { createRest, machineWaitedMs } from '../../platform/async/thread-priority.ts'

/** Somebody waits for a processor in so much of the time. */
const busyShare = 0.25
/** Then nothing is read ahead for so long. */
const politeMs = 10_000

/** The reports that this process writes. */
let writing = 0
let lastTurn: Promise<void> = Promise.resolve()

/** Ends with the part: held until the next one is asked for. */
async function takeTurn(): Promise<() => void> {
  const before = lastTurn
  const turn = Promise.withResolvers<void>()
  lastTurn = turn.promise
  await before
  return turn.resolve
}

export interface Processors {
  /** How long anything has waited for a processor so far. */
  waitedMs(): number
  nowMs(): number
}

export const machine: Processors = { waitedMs: machineWaitedMs, nowMs: () => performance.now() }

/** Whether nobody waits, and then for a while that somebody did. */
function createIdleness({ waitedMs, nowMs }: Processors): () => boolean {
  let former = { waitedMs: waitedMs(), atMs: nowMs() }
  let politeUntilMs = Number.NEGATIVE_INFINITY
  return () => {
    const now = { waitedMs: waitedMs(), atMs: nowMs() }
    const isBusy = now.waitedMs - former.waitedMs > busyShare * (now.atMs - former.atMs)
    if (isBusy) politeUntilMs = now.atMs + politeMs
    former = now
    return now.atMs >= politeUntilMs
  }
}

export async function* paced<Part>(
  source: AsyncIterable<Part>,
  processors: Processors,
): AsyncGenerator<Part> {
  const parts = source[Symbol.asyncIterator]()
  const rest = createRest({ waited: processors.waitedMs })
  const isIdle = createIdleness(processors)
  let ahead: Promise<IteratorResult<Part>> | undefined
  writing += 1
  let endTurn = await takeTurn()
  try {
    for (;;) {
      const { done, value } = await (ahead ?? parts.next())
      ahead = undefined
      if (done) return
      if (!isIdle()) rest()
      else if (writing === 1) {
        ahead = parts.next()
        // It is awaited later; until then nobody handles its failure.
        ahead.catch(() => {})
      }
      yield value
      endTurn()
      endTurn = await takeTurn()
    }
  } finally {
    endTurn()
    writing -= 1
    await ahead?.catch(() => {})
    await parts.return?.()
  }
}
