// Records the answers of trackers, whichever connection and gateway receives them.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '@rastro/protocols'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { isUnavailable } from '../../platform/http/errors.ts'
import { emitCommandEvent } from './command-events.ts'
import * as queries from './reply.queries.ts'
import { wakeGateways } from './signals.ts'

/** Answers are accepted after the timeout too, but not for longer than this. */
const acceptLateForMs = 3_600_000
const maxCharacters = 2_000
/** A tracker that sends unsolicited answers in a loop must not cause a loop of queries. */
const maxPerTracker = 4
const maxWaiting = 1_000
const retryAfterMs = 1_000
const maxTries = 30

type Needs = Pick<Context, 'db' | 'bus' | 'now' | 'log'>

export interface Answers {
  /** Recorded in the background. */
  take(identifier: string, answer: Answer): void
  stop(): Promise<void>
}

export function createAnswers(ctx: Needs): Answers {
  const waiting: { identifier: string; answer: Answer }[] = []
  const counts = new Map<string, number>()
  let stopping = false
  let working: Promise<void> | undefined

  async function workThrough(): Promise<void> {
    for (let next = waiting[0]; next; next = waiting[0]) {
      await keep(next.identifier, next.answer)
      waiting.shift()
      const left = (counts.get(next.identifier) ?? 1) - 1
      if (left > 0) counts.set(next.identifier, left)
      else counts.delete(next.identifier)
    }
    working = undefined
  }

  /** Retries while the database is unavailable. */
  async function keep(identifier: string, answer: Answer): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        await recordAnswer(ctx, identifier, answer)
        return
      } catch (error) {
        if (isUnavailable(error) && tries < maxTries && !stopping) await sleep(retryAfterMs)
        else {
          ctx.log.warn({ err: error, identifier }, 'answer to a command lost')
          return
        }
      }
    }
  }

  return {
    take(identifier, answer) {
      const count = counts.get(identifier) ?? 0
      if (count >= maxPerTracker || waiting.length >= maxWaiting) return
      counts.set(identifier, count + 1)
      waiting.push({ identifier, answer })
      working ??= workThrough()
    },
    async stop() {
      stopping = true
      await working
    },
  }
}

export async function recordAnswer(ctx: Needs, identifier: string, answer: Answer): Promise<void> {
  const now = ctx.now()
  const since = new Date(now.getTime() - acceptLateForMs)
  // Trackers that do not return the number send 0.
  const requestNumber = answer.requestId || null
  const found = await queries.findAnswered(ctx.db.directory, identifier, requestNumber, since)
  if (!found) return
  const refused = answer.refused === true
  await inTransaction(ctx, found.accountId, async (tx) => {
    const outcome = { answer: plain(answer.text), refused, now }
    const ended = await queries.markAnswered(tx.db, found.number, outcome)
    if (!ended) return
    const change = refused ? ({ state: 'failed', reason: 'refused' } as const) : answered
    await emitCommandEvent(tx, { ...ended, ...change })
  })
  wakeGateways(ctx, identifier)
}

const answered = { state: 'acknowledged', reason: null } as const

/** Without characters that PostgreSQL rejects. */
function plain(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed().slice(0, maxCharacters).toWellFormed()
}
