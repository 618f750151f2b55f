// Runs in the gateway: sends queued commands to the trackers connected to it, and records their answers.

import type { Answer } from '@rastro/protocols'
import { createFairQueue } from '../../platform/async/fair-queue.ts'
import { inBackground } from '../../platform/async/in-background.ts'
import type { Context } from '../../platform/context.ts'
import { startPoller } from '../../platform/jobs/poller.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import type { TrackerConnection } from './command.types.ts'
import { createConnections, probe, writeTo } from './connections.ts'
import type { Waiting } from './dispatch.queries.ts'
import * as queries from './dispatch.queries.ts'
import { createPeers } from './peer-gateways.ts'
import { createAnswers } from './replies.ts'
import { requeue, reserveNext } from './send.ts'
import { onWake, wakeGateways } from './signals.ts'

/** Trackers that connect within this time share one query. */
const collectMs = 100
const maxPerQuery = 1_000
/** Finds commands whose signal was lost, or which were missed while a service was unavailable. */
const pollEveryMs = 5_000
/** By then a gateway that did not answer has done so, or is considered dead. */
const retryAfterMs = 1_000

/** A starting gateway may find many commands at once, which must not starve other users of the database. */
const reservationLimits = { concurrency: 4, maxQueueLength: 1_000, maxWaitMs: 2_000 }

export interface Dispatcher {
  /** The tracker is identified. Commands are sent in the background. */
  opened(connection: TrackerConnection): void
  closed(connection: TrackerConnection): void
  answered(identifier: string, answer: Answer): void
  stop(): Promise<void>
}

type Needs = Pick<Context, 'db' | 'bus' | 'now' | 'log' | 'config'>

export function startDispatcher(ctx: Needs): Dispatcher {
  const connections = createConnections()
  const peers = createPeers(ctx, connections)
  const answers = createAnswers(ctx)
  const reservations = createFairQueue(reservationLimits)
  const stopWaking = onWake(ctx, (identifier) => {
    if (connections.of(identifier).length > 0) inBackground(ctx, dispatchTo([identifier]))
  })
  /** Trackers that are being served; `true` if another round was requested meanwhile. */
  const working = new Map<string, boolean>()
  const running = new Set<Promise<void>>()
  let newIdentifiers: string[] = []
  let collecting: NodeJS.Timeout | undefined
  let polledTo = 0
  const poller = startPoller(ctx, { what: 'commands', everyMs: pollEveryMs }, pollQueue)

  /** One query for all of them; most have no commands. If the database is unavailable, the next poll finds them. */
  async function dispatchTo(identifiers: string[]): Promise<void> {
    try {
      // Without the bus it is unknown whether another gateway has a connection of the tracker.
      if (!ctx.bus.isReady()) return
      const found = await queries.listWaiting(ctx.db.directory, identifiers, ctx.now())
      for (const waiting of found) {
        const served = serve(waiting).finally(() => running.delete(served))
        running.add(served)
      }
    } catch (error) {
      ctx.log.warn({ err: error }, 'could not look up queued commands')
    }
  }

  async function pollQueue(): Promise<boolean> {
    const queued = await queries.listQueued(ctx.db.directory, polledTo, maxPerQuery)
    polledTo = queued.length < maxPerQuery ? 0 : queued.at(-1)!.number
    const here = queued.flatMap(({ identifier }) =>
      identifier !== null && connections.of(identifier).length > 0 ? [identifier] : [],
    )
    if (here.length > 0) await dispatchTo([...new Set(here)])
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
      ctx.log.warn({ err: error, identifier }, 'command not sent')
    } finally {
      working.delete(identifier)
    }
  }

  /** True if the next command can be tried at once. */
  async function sendOne(waiting: Waiting): Promise<boolean> {
    const { identifier, accountId, deviceNumber } = waiting
    if (connections.of(identifier).length === 0) return false
    const elsewhere = await peers.ask(identifier)
    if (elsewhere === 'silent') {
      // The next poll tries again.
      metrics.commandsDelayed.inc({ reason: 'gateway_silent' })
      ctx.log.warn({ identifier }, 'another gateway is silent, commands are not sent')
      return false
    }
    if (elsewhere === 'unknown') {
      setTimeout(() => {
        inBackground(ctx, dispatchTo([identifier]))
      }, retryAfterMs).unref()
      return false
    }
    if (connections.of(identifier).length > 1 || elsewhere === 'some') {
      for (const connection of connections.of(identifier).slice(0, -1)) probe(connection)
      metrics.commandsDelayed.inc({ reason: 'two_connections' })
      await queries.markWaiting(ctx.db.forAccount(accountId), deviceNumber, 'session_conflict')
      ctx.log.warn({ identifier }, 'two connections of the same tracker, commands are not sent')
      return false
    }
    const [connection] = connections.of(identifier)
    // If the bus was lost meanwhile, missing answers of other gateways mean nothing.
    if (!connection || !ctx.bus.isReady()) return false
    const reservation = await reservations(0, () => reserveNext(ctx, connection, waiting))
    if (reservation.kind !== 'reserved') return reservation.kind === 'unsupported'
    const isAlone = connections.of(identifier).length === 1
    if (isAlone && connections.of(identifier)[0] === connection && writeTo(connection, reservation.bytes))
      return false
    await requeue(ctx, waiting, reservation.next, isAlone ? null : 'session_conflict')
    wakeGateways(ctx, identifier)
    return false
  }

  return {
    opened(connection) {
      connections.add(connection)
      newIdentifiers.push(connection.identifier)
      collecting ??= setTimeout(() => {
        collecting = undefined
        const all = newIdentifiers
        newIdentifiers = []
        for (let from = 0; from < all.length; from += maxPerQuery)
          inBackground(ctx, dispatchTo(all.slice(from, from + maxPerQuery)))
      }, collectMs)
    },
    closed(connection) {
      connections.remove(connection)
      // It may have blocked the connection that is left, in this gateway or another.
      const { identifier } = connection
      if (connections.of(identifier).length === 1) inBackground(ctx, dispatchTo([identifier]))
      if (peers.takeContested(identifier)) wakeGateways(ctx, identifier)
    },
    answered: answers.take,
    async stop() {
      stopWaking()
      peers.stop()
      clearTimeout(collecting)
      await poller.stop()
      await Promise.all(running)
      await answers.stop()
    },
  }
}
