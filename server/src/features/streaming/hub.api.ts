// The subscribers of this process, one channel per account: events of one account cost nothing for the others.

import { createFairQueue } from '../../platform/async/fair-queue.ts'
import { inBackground } from '../../platform/async/in-background.ts'
import { invalidateMoving, listMoving } from '../../platform/cells/moving.ts'
import type { Context } from '../../platform/context.ts'
import { CallerError, MovingError, TooManyError, UnavailableError } from '../../platform/http/errors.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import type { LoggedEvent, LogPosition } from '../events/event.types.ts'
import type { Cursor } from '../events/event-log.api.ts'
import { cursorOf, isAfter, readEvents } from '../events/event-log.api.ts'
import type { Feed } from './feed.ts'
import { openFeed } from './feed.ts'
import type { Membership } from './membership.ts'
import { createMembership } from './membership.ts'
import { requireRetained } from './retention.ts'
import type { CloseReason, EventSink, View, WhenAllowed } from './streaming.types.ts'
import { groupsOf, isForViewer } from './visibility.ts'

/** Revoked permissions and devices take effect within 5 s. */
const viewMaxAgeMs = 2_500
const heartbeatEveryMs = 15_000
const messagesPerRead = 50
/** Each may hold what it read in memory. */
const maxReading = 8
const unavailable: CloseReason = {
  code: 'service.unavailable',
  message: 'The service is temporarily unavailable. Reconnect in a moment.',
}
const accountMoved: CloseReason = {
  code: 'account.moved',
  message: 'The account was moved. Reconnect immediately.',
}
const stopping: CloseReason = {
  code: 'server.stopping',
  message: 'The server is shutting down. Reconnect immediately.',
}

type Needs = Pick<Context, 'db' | 'bus' | 'log' | 'now' | 'config'>

export interface Hub {
  /** Adds a subscriber at the cursor, or at the end of the log; returns the cursor it starts at. */
  subscribe(accountId: number, sink: EventSink, after: Cursor | undefined): Promise<Subscription>
  stop(): void
}
export interface Subscription {
  cursor: string
  /** Call it once the client is connected: starts delivery. */
  start(): void
  unsubscribe(): void
}

interface Subscriber {
  sink: EventSink
  position: LogPosition
  /** When the event at the position was logged. */
  at: Date
  view: View
  viewLoadedAt: number
  /** Receives events as they are published. Otherwise it catches up from the log at its own pace. */
  isLive: boolean
  hasStarted: boolean
  isClosed: boolean
}

interface Channel {
  accountId: number
  feed: Feed
  membership: Membership
  subscribers: Set<Subscriber>
  emptySince: number
}

export function createHub(ctx: Needs): Hub {
  const channels = new Map<number, Promise<Channel>>()
  const open = new Set<Channel>()
  let stopWatchingMoves: (() => void) | undefined
  let hasStopped = false
  const inTurn = createFairQueue({ concurrency: maxReading, maxQueueLength: 100_000, maxWaitMs: 60_000 })

  async function openChannel(accountId: number): Promise<Channel> {
    stopWatchingMoves ??= ctx.bus.onSignal<{ accountId: number }>('moves', (signal) =>
      disconnectAccount(signal.accountId),
    )
    const subscribers = new Set<Subscriber>()
    const membership = createMembership(ctx, accountId)
    const feed = await openFeed(ctx, accountId, (events) => sendToAll(channel, events))
    const channel: Channel = { accountId, feed, membership, subscribers, emptySince: performance.now() }
    open.add(channel)
    feed.start()
    return channel
  }

  function channelOf(accountId: number): Promise<Channel> {
    let opening = channels.get(accountId)
    if (!opening) {
      opening = openChannel(accountId)
      channels.set(accountId, opening)
      opening.catch(() => channels.delete(accountId))
    }
    return opening
  }

  async function sendToAll(channel: Channel, events: LoggedEvent[]): Promise<void> {
    const live = [...channel.subscribers].filter((subscriber) => subscriber.isLive)
    await refreshPermissions(channel, live, events)
    metrics.eventDelay.observe(Math.max(0, Date.now() - events[0]!.loggedAt.getTime()) / 1_000)
    for (const subscriber of live)
      if (subscriber.isLive && !send(channel, subscriber, events)) startCatchUp(channel, subscriber)
  }

  /** Reloads views older than `viewMaxAgeMs`, and the group members that decide who may see the events. */
  async function refreshPermissions(
    channel: Channel,
    subscribers: Subscriber[],
    events: readonly LoggedEvent[],
  ): Promise<void> {
    const nowMs = performance.now()
    const stale = subscribers.filter(({ viewLoadedAt }) => nowMs - viewLoadedAt > viewMaxAgeMs)
    if (stale.length > 0) await Promise.all(stale.map((subscriber) => refreshView(channel, subscriber)))
    const groups = new Set(subscribers.flatMap(({ view, sink }) => groupsOf(view, sink.filter)))
    if (groups.size === 0) return
    try {
      await channel.membership.load(groups, new Set(events.map(({ deviceNumber }) => deviceNumber)))
    } catch (error) {
      ctx.log.warn({ err: error, accountId: channel.accountId }, 'reading group members failed')
      const asking = subscribers.filter(({ view, sink }) => groupsOf(view, sink.filter).length > 0)
      for (const subscriber of asking) disconnect(channel, subscriber, unavailable)
    }
  }

  async function refreshView(channel: Channel, subscriber: Subscriber): Promise<void> {
    const viewLoadedAt = performance.now()
    try {
      subscriber.view = await subscriber.sink.loadView()
      subscriber.viewLoadedAt = viewLoadedAt
    } catch (error) {
      const { code, message } =
        error instanceof CallerError ? error : { code: 'server.error', message: 'Internal error.' }
      disconnect(channel, subscriber, { code, message })
    }
  }

  /** False if the subscriber cannot take more now. */
  function send({ membership }: Channel, subscriber: Subscriber, events: LoggedEvent[]): boolean {
    const last = events.at(-1)
    if (subscriber.isClosed || !last || !isAfter(last.position, subscriber.position)) return true
    const { position, view, sink } = subscriber
    const isVisible = (event: LoggedEvent) =>
      isAfter(event.position, position) && isForViewer(view, sink.filter, membership, event)
    // Subscribers that see every event share one list, so its text is encoded once.
    const seesAll = events.every(isVisible)
    const visible = seesAll ? events : events.filter(isVisible)
    subscriber.position = last.position
    subscriber.at = last.loggedAt
    metrics.eventsPublished.inc(visible.length)
    return visible.length === 0 || sink.send(visible)
  }

  function startCatchUp(channel: Channel, subscriber: Subscriber): void {
    subscriber.isLive = false
    catchUp(channel, subscriber).catch((error) => {
      ctx.log.warn({ err: error, accountId: channel.accountId }, 'serving a subscriber failed')
      disconnect(channel, subscriber, unavailable)
    })
  }

  /** Reads from the log, then from recent events, until the subscriber is live. */
  async function catchUp(channel: Channel, subscriber: Subscriber): Promise<void> {
    while (!subscriber.isClosed) {
      await subscriber.sink.ready()
      const recent = channel.feed.since(subscriber.position)
      if (recent?.length === 0) {
        subscriber.isLive = true
        subscriber.sink.caughtUp()
        return
      }
      if (recent) await refreshAndSend(channel, subscriber, recent)
      else await inTurn(0, () => readFromLog(channel, subscriber))
    }
  }

  async function readFromLog(channel: Channel, subscriber: Subscriber): Promise<void> {
    const received = channel.feed.position()
    const read = await readEvents(ctx, channel.accountId, subscriber.position, messagesPerRead)
    if (read.lostBefore)
      subscriber.sink.reportGap(
        cursorOf(ctx, subscriber.position, subscriber.at),
        cursorOf(ctx, read.lostBefore, subscriber.at),
      )
    await refreshAndSend(channel, subscriber, read.events)
    // Nothing the feed had received before this read is left for the subscriber.
    if (read.isEnd && isAfter(received, subscriber.position)) subscriber.position = received
  }

  async function refreshAndSend(
    channel: Channel,
    subscriber: Subscriber,
    events: LoggedEvent[],
  ): Promise<void> {
    await refreshPermissions(channel, [subscriber], events)
    send(channel, subscriber, events)
  }

  /** One after the other, so that the events of a device stay in order. */
  function createCheck(channel: Channel, subscriber: Subscriber): WhenAllowed {
    let turn = Promise.resolve()
    return (events, sendAllowed) => {
      turn = turn.then(async () => {
        await refreshPermissions(channel, [subscriber], events)
        const { view, sink, isClosed } = subscriber
        if (isClosed) return
        sendAllowed(events.filter((event) => isForViewer(view, sink.filter, channel.membership, event)))
      })
      inBackground(ctx, turn)
    }
  }

  /** The client may reconnect and resume. */
  function disconnect(channel: Channel, subscriber: Subscriber, why: CloseReason): void {
    unsubscribe(channel, subscriber)
    subscriber.sink.close(why)
  }

  /** Events of a moved account are published in its new cell only. */
  function disconnectAccount(accountId: number): void {
    invalidateMoving(ctx)
    for (const channel of open) {
      if (channel.accountId !== accountId) continue
      for (const subscriber of channel.subscribers) disconnect(channel, subscriber, accountMoved)
    }
  }

  /** Covers missed signals. */
  async function disconnectMoved(): Promise<void> {
    for (const { accountId, state } of (await listMoving(ctx)).values()) {
      if (state === 'gone') disconnectAccount(accountId)
    }
  }

  function unsubscribe(channel: Channel, subscriber: Subscriber): void {
    if (!subscriber.isClosed) metrics.streams.dec()
    subscriber.isClosed = true
    subscriber.isLive = false
    channel.subscribers.delete(subscriber)
    if (channel.subscribers.size === 0) channel.emptySince = performance.now()
  }

  const timer = setInterval(() => {
    if (open.size > 0) inBackground(ctx, disconnectMoved())
    for (const channel of open) {
      for (const subscriber of channel.subscribers) {
        const { hasStarted, isLive, sink, position, at } = subscriber
        if (hasStarted) sink.heartbeat(cursorOf(ctx, position, isLive ? ctx.now() : at))
      }
      if (channel.subscribers.size > 0 || performance.now() - channel.emptySince < heartbeatEveryMs) continue
      channel.feed.stop()
      open.delete(channel)
      channels.delete(channel.accountId)
    }
  }, heartbeatEveryMs)
  timer.unref()

  return {
    async subscribe(accountId, sink, after) {
      const view = await sink.loadView()
      if ((await listMoving(ctx)).get(accountId)?.state === 'gone') throw new MovingError()
      if (after) await requireRetained(ctx, accountId, after)
      const channel = await channelOf(accountId)
      // Would be closed by nothing, and keep the process alive.
      if (hasStopped) throw new UnavailableError()
      if (channel.subscribers.size >= ctx.config.streaming.maxStreamsPerAccount) throw tooMany()
      const position = after?.position ?? channel.feed.position()
      const at = after?.at ?? ctx.now()
      const subscriber: Subscriber = {
        sink,
        position,
        at,
        view,
        viewLoadedAt: performance.now(),
        isLive: false,
        hasStarted: false,
        isClosed: false,
      }
      channel.subscribers.add(subscriber)
      metrics.streams.inc()
      return {
        cursor: cursorOf(ctx, position, at),
        start() {
          subscriber.hasStarted = true
          sink.start(createCheck(channel, subscriber))
          startCatchUp(channel, subscriber)
        },
        unsubscribe: () => unsubscribe(channel, subscriber),
      }
    },
    stop() {
      hasStopped = true
      clearInterval(timer)
      stopWatchingMoves?.()
      for (const channel of open) {
        channel.feed.stop()
        for (const subscriber of channel.subscribers) disconnect(channel, subscriber, stopping)
      }
    },
  }
}

function tooMany(): TooManyError {
  return new TooManyError('stream.too_many', 'The account has too many open streams. Close some.', {
    retryAfterSeconds: 30,
  })
}
