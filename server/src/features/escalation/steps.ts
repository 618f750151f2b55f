// The order of the rounds of an escalation. Pure: the database decides which process does a round.

import type { Step } from './policy.types.ts'

/** Both count from 0. A step has a round, and one more for each repetition. */
export interface Position {
  step: number
  round: number
}

export interface NextRound extends Position {
  /** Null: at once. */
  dueAt: Date | null
}

const minuteMs = 60_000

/** The round after one that was done at an instant. If it could reach nobody, the next step does not wait for repetitions. */
export function nextRound(
  steps: Step[],
  done: Position,
  doneAt: Date,
  hasRecipients: boolean,
): NextRound | undefined {
  const { repeat, repeatMinutes } = steps[done.step]!
  const following = steps[done.step + 1]
  if (done.round < repeat && (hasRecipients || !following)) {
    return { step: done.step, round: done.round + 1, dueAt: later(doneAt, repeatMinutes) }
  }
  if (!following) return undefined
  return {
    step: done.step + 1,
    round: 0,
    dueAt: hasRecipients ? later(doneAt, following.afterMinutes) : null,
  }
}

function later(at: Date, minutes: number): Date {
  return new Date(at.getTime() + minutes * minuteMs)
}
