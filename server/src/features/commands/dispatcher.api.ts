// The gateway's part: brings what waits to the trackers whose connections it has, and takes their answers.

import type { Answer } from '@rastro/protocols'
import { createTurns } from '../../platform/async/fair-queue.ts'
import type { Context } from '../../platform/context.ts'
import { startSweep } from '../../platform/jobs/poller.ts'
import type { TrackerLine } from './command.types.ts'
import { createLines, probe, writeTo } from './connections.ts'
import type { Waiting } from './dispatch.queries.ts'
import * as queries from './dispatch.queries.ts'
import { createPeers } from './peer-gateways.ts'
import { createAnswers } from './replies.ts'
import { claimNext, giveBack } from './send.ts'
import { onWaking, wakeGateways } from './signals.ts'

/** Trackers that came lately are asked about together. */
const gatherMs = 100
const maxAtOnce = 1_000
/** What was missed, for a signal or an engine that was lost, is found by then. */
const lookEveryMs = 5_000
/** A gateway that did not answer has done so by then, or is found to be dead. */
const lookAgainMs = 1_000

/** A gateway that starts finds many at once; the database is there for those who report, too. */
const claimLimits = { atOnce: 4, longestLine: 1_000, longestWaitMs: 2_000 }

export interface Dispatcher {
  /** The tracker said who it is. Nobody waits for what follows. */
  opened(line: TrackerLine): void
  closed(line: TrackerLine): void
  answered(identifier: string, answer: Answer): void
  stop(): Promise<void>
}

type Needs = Pick<Context, 'db' | 'bus' | 'now' | 'log' | 'config'>

export function startDispatcher(ctx: Needs): Dispatcher {
  const lines = createLines()
  const peers = createPeers(ctx, lines)
  const answers = createAnswers(ctx)
  const claims = createTurns(claimLimits)
  const stopWaking = onWaking(ctx, (identifier) => {
    if (lines.of(identifier).length > 0) void lookFor([identifier])
  })
  /** At work for a tracker; `true` when somebody asked for it again meanwhile. */
  const working = new Map<string, boolean>()
  const running = new Set<Promise<void>>()
  let fresh: string[] = []
  let gathering: NodeJS.Timeout | undefined
  let sweptTo = 0
  const sweep = startSweep(ctx, { what: 'commands', everyMs: lookEveryMs }, lookAtQueue)

  /** One query for all of them; most have nothing waiting. While the database is away it is left to the next look. */
  async function lookFor(identifiers: string[]): Promise<void> {
    try {
      // Without the bus nobody knows who else has a tracker's connection.
      if (!ctx.bus.isReady()) return
      const found = await queries.listWaiting(ctx.db.directory, identifiers, ctx.now())
      for (const waiting of found) {
        const served = serve(waiting).finally(() => running.delete(served))
        running.add(served)
      }
    } catch (error) {
      ctx.log.warn({ err: error }, 'commands could not be looked for')
    }
  }

  async function lookAtQueue(): Promise<boolean> {
    const queued = await queries.listQueued(ctx.db.directory, sweptTo, maxAtOnce)
    sweptTo = queued.length < maxAtOnce ? 0 : queued.at(-1)!.number
    const here = queued.flatMap(({ identifier }) =>
      identifier !== null && lines.of(identifier).length > 0 ? [identifier] : [],
    )
    if (here.length > 0) await lookFor([...new Set(here)])
    return false
  }

  async function serve(waiting: Waiting): Promise<void> {
    const { identifier } = waiting
    if (working.has(identifier)) {
      working.set(identifier, true)
      return
    }
    try {
      do {
        working.set(identifier, false)
        while (await sendOne(waiting)) {}
      } while (working.get(identifier))
    } catch (error) {
      ctx.log.warn({ err: error, identifier }, 'a command could not be sent')
    } finally {
      working.delete(identifier)
    }
  }

  /** True when the next one may be tried at once. */
  async function sendOne(waiting: Waiting): Promise<boolean> {
    const { identifier, accountId, deviceNumber } = waiting
    if (lines.of(identifier).length === 0) return false
    const elsewhere = await peers.askFor(identifier)
    if (elsewhere === 'unknown') {
      setTimeout(() => void lookFor([identifier]), lookAgainMs).unref()
      return false
    }
    if (lines.of(identifier).length > 1 || elsewhere === 'some') {
      for (const line of lines.of(identifier).slice(0, -1)) probe(line)
      await queries.markHeld(ctx.db.forAccount(accountId), deviceNumber, 'session_conflict')
      ctx.log.warn({ identifier }, 'two connections say that they are the same tracker: it gets no command')
      return false
    }
    const [line] = lines.of(identifier)
    // Whoever did not answer may not have been heard.
    if (!line || !ctx.bus.isReady()) return false
    const claim = await claims(0, () => claimNext(ctx, line, waiting))
    if (claim.kind !== 'claimed') return claim.kind === 'impossible'
    const isAlone = lines.of(identifier).length === 1
    if (isAlone && lines.of(identifier)[0] === line && writeTo(line, claim.bytes)) return false
    await giveBack(ctx, waiting, claim.next, isAlone ? null : 'session_conflict')
    wakeGateways(ctx, identifier)
    return false
  }

  return {
    opened(line) {
      lines.add(line)
      fresh.push(line.identifier)
      gathering ??= setTimeout(() => {
        gathering = undefined
        const all = fresh
        fresh = []
        for (let from = 0; from < all.length; from += maxAtOnce)
          void lookFor(all.slice(from, from + maxAtOnce))
      }, gatherMs)
    },
    closed(line) {
      lines.remove(line)
      // It may have been in the way of the one that is left, here or elsewhere.
      const { identifier } = line
      if (lines.of(identifier).length === 1) void lookFor([identifier])
      if (peers.wait(identifier)) wakeGateways(ctx, identifier)
    },
    answered: answers.take,
    async stop() {
      stopWaking()
      peers.stop()
      clearTimeout(gathering)
      await sweep.stop()
      await Promise.all(running)
      await answers.stop()
    },
  }
}
