// Everybody who listens in this process, by account: what happens in one account costs nothing for the others.

import { createTurns } from '../../platform/async/fair-queue.ts'
import { forgetMoving, listMoving } from '../../platform/cells/moving.ts'
import type { Context } from '../../platform/context.ts'
import { CallerError, MovingError, TooManyError } from '../../platform/http/errors.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import type { EventPlace, LoggedEvent } from '../events/event.types.ts'
import type { Cursor } from '../events/event-log.api.ts'
import { cursorOf, isAfter, readEvents } from '../events/event-log.api.ts'
import type { Feed } from './feed.ts'
import { openFeed } from './feed.ts'
import type { Membership } from './membership.ts'
import { createMembership } from './membership.ts'
import { requireHeld } from './retention.ts'
import type { Farewell, Listener, View } from './streaming.types.ts'
import { groupsOf, isForViewer } from './visibility.ts'

/** Who loses the right to listen, or a device, notices within 5 s. */
const lookAgainAfterMs = 2_500
const nodEveryMs = 15_000
const messagesPerRead = 50
/** Each may hold what it read in memory. */
const maxReading = 8
const away: Farewell = { code: 'service.unavailable', message: 'An engine is away. Come again in a moment.' }
const moved: Farewell = {
  code: 'account.moved',
  message: 'The account lives elsewhere now. Come again at once.',
}
const stopping: Farewell = { code: 'server.stopping', message: 'This process stops. Come again at once.' }

type Needs = Pick<Context, 'db' | 'bus' | 'log' | 'now' | 'config'>

export interface Hub {
  /** Seats a listener at the cursor, or at the end of what has happened; returns the cursor where he begins. */
  seat(accountId: number, listener: Listener, after: Cursor | undefined): Promise<Seated>
  stop(): void
}
export interface Seated {
  cursor: string
  /** To be called once he hears: from then on he is told. */
  begin(): void
  leave(): void
}

interface Seat {
  listener: Listener
  place: EventPlace
  /** When what stands at the place happened. */
  at: Date
  view: View
  lookedAt: number
  /** Told as things happen. Otherwise he reads behind, at his own pace. */
  isLive: boolean
  hasLeft: boolean
}

interface Audience {
  accountId: number
  feed: Feed
  membership: Membership
  seats: Set<Seat>
  emptySince: number
}

export function createHub(ctx: Needs): Hub {
  const audiences = new Map<number, Promise<Audience>>()
  const open = new Set<Audience>()
  /** Since somebody listened first. */
  let stopHearing: (() => void) | undefined
  const inTurn = createTurns({ atOnce: maxReading, longestLine: 100_000, longestWaitMs: 60_000 })

  async function openAudience(accountId: number): Promise<Audience> {
    stopHearing ??= ctx.bus.onSignal<{ accountId: number }>('moves', (says) => letGo(says.accountId))
    const seats = new Set<Seat>()
    const membership = createMembership(ctx, accountId)
    const feed = await openFeed(ctx, accountId, (events) => tellAll(audience, events))
    const audience: Audience = { accountId, feed, membership, seats, emptySince: performance.now() }
    open.add(audience)
    feed.begin()
    return audience
  }

  function audienceOf(accountId: number): Promise<Audience> {
    let opening = audiences.get(accountId)
    if (!opening) {
      opening = openAudience(accountId)
      audiences.set(accountId, opening)
      opening.catch(() => audiences.delete(accountId))
    }
    return opening
  }

  async function tellAll(audience: Audience, events: LoggedEvent[]): Promise<void> {
    const live = [...audience.seats].filter((seat) => seat.isLive)
    await prepare(audience, live, events)
    metrics.eventDelay.observe(Math.max(0, Date.now() - events[0]!.loggedAt.getTime()) / 1_000)
    for (const seat of live) if (seat.isLive && !tell(audience, seat, events)) readBehind(audience, seat)
  }

  /** Before anything is told: who may hear it, as of the last seconds. */
  async function prepare(audience: Audience, seats: Seat[], events: LoggedEvent[]): Promise<void> {
    const nowMs = performance.now()
    const stale = seats.filter(({ lookedAt }) => nowMs - lookedAt > lookAgainAfterMs)
    if (stale.length > 0) await Promise.all(stale.map((seat) => lookAgain(audience, seat)))
    const groups = new Set(seats.flatMap(({ view, listener }) => groupsOf(view, listener.filter)))
    if (groups.size === 0) return
    try {
      await audience.membership.learn(groups, new Set(events.map(({ deviceNumber }) => deviceNumber)))
    } catch (error) {
      ctx.log.warn({ err: error, accountId: audience.accountId }, 'groups could not be asked about')
      const asking = seats.filter(({ view, listener }) => groupsOf(view, listener.filter).length > 0)
      for (const seat of asking) dismiss(audience, seat, away)
    }
  }

  async function lookAgain(audience: Audience, seat: Seat): Promise<void> {
    const lookedAt = performance.now()
    try {
      seat.view = await seat.listener.look()
      seat.lookedAt = lookedAt
    } catch (error) {
      const { code, message } =
        error instanceof CallerError
          ? error
          : { code: 'server.error', message: 'Something broke on our side.' }
      dismiss(audience, seat, { code, message })
    }
  }

  /** False: he cannot take more now. */
  function tell({ membership }: Audience, seat: Seat, events: LoggedEvent[]): boolean {
    const last = events.at(-1)
    if (seat.hasLeft || !last || !isAfter(last.place, seat.place)) return true
    const { place, view, listener } = seat
    const isForHim = (event: LoggedEvent) =>
      isAfter(event.place, place) && isForViewer(view, listener.filter, membership, event)
    // The same list for all who hear everything, so that its text is made once.
    const isWhole = events.every(isForHim)
    const his = isWhole ? events : events.filter(isForHim)
    seat.place = last.place
    seat.at = last.loggedAt
    metrics.eventsPublished.inc(his.length)
    return his.length === 0 || listener.tell(his)
  }

  function readBehind(audience: Audience, seat: Seat): void {
    seat.isLive = false
    catchUp(audience, seat).catch((error) => {
      ctx.log.warn({ err: error, accountId: audience.accountId }, 'a listener could not be served')
      dismiss(audience, seat, away)
    })
  }

  /** From the log, and then from what is at hand, until he hears things as they happen. */
  async function catchUp(audience: Audience, seat: Seat): Promise<void> {
    while (!seat.hasLeft) {
      await seat.listener.ready()
      const atHand = audience.feed.since(seat.place)
      if (atHand?.length === 0) {
        seat.isLive = true
        return
      }
      if (atHand) await tellPrepared(audience, seat, atHand)
      else await inTurn(0, () => readOn(audience, seat))
    }
  }

  async function readOn(audience: Audience, seat: Seat): Promise<void> {
    const heard = audience.feed.place()
    const read = await readEvents(ctx, audience.accountId, seat.place, messagesPerRead)
    if (read.lostBefore)
      seat.listener.skip(cursorOf(ctx, seat.place, seat.at), cursorOf(ctx, read.lostBefore, seat.at))
    await tellPrepared(audience, seat, read.events)
    // Of all that this process had heard before it read, nothing is left for him.
    if (read.isEnd && isAfter(heard, seat.place)) seat.place = heard
  }

  async function tellPrepared(audience: Audience, seat: Seat, events: LoggedEvent[]): Promise<void> {
    await prepare(audience, [seat], events)
    tell(audience, seat, events)
  }

  /** He may come again, and go on where he was. */
  function dismiss(audience: Audience, seat: Seat, why: Farewell): void {
    leave(audience, seat)
    seat.listener.end(why)
  }

  /** What happens in an account that moved is told in its new cell only. */
  function letGo(accountId: number): void {
    forgetMoving(ctx)
    for (const audience of open) {
      if (audience.accountId !== accountId) continue
      for (const seat of audience.seats) dismiss(audience, seat, moved)
    }
  }

  /** Where the signal was missed. */
  async function letGoOfMoved(): Promise<void> {
    for (const { accountId, state } of (await listMoving(ctx)).values()) {
      if (state === 'gone') letGo(accountId)
    }
  }

  function leave(audience: Audience, seat: Seat): void {
    if (!seat.hasLeft) metrics.streams.dec()
    seat.hasLeft = true
    seat.isLive = false
    audience.seats.delete(seat)
    if (audience.seats.size === 0) audience.emptySince = performance.now()
  }

  const timer = setInterval(() => {
    if (open.size > 0) void letGoOfMoved()
    for (const audience of open) {
      for (const seat of audience.seats) {
        if (seat.isLive) seat.listener.nod(cursorOf(ctx, seat.place, ctx.now()))
      }
      if (audience.seats.size > 0 || performance.now() - audience.emptySince < nodEveryMs) continue
      audience.feed.stop()
      open.delete(audience)
      audiences.delete(audience.accountId)
    }
  }, nodEveryMs)
  timer.unref()

  return {
    async seat(accountId, listener, after) {
      const view = await listener.look()
      if ((await listMoving(ctx)).get(accountId)?.state === 'gone') throw new MovingError()
      if (after) await requireHeld(ctx, after)
      const audience = await audienceOf(accountId)
      if (audience.seats.size >= ctx.config.live.maxListenersOfAccount) throw tooMany()
      const place = after?.place ?? audience.feed.place()
      const at = after?.at ?? ctx.now()
      const seat: Seat = {
        listener,
        place,
        at,
        view,
        lookedAt: performance.now(),
        isLive: false,
        hasLeft: false,
      }
      audience.seats.add(seat)
      metrics.streams.inc()
      return {
        cursor: cursorOf(ctx, place, at),
        begin: () => readBehind(audience, seat),
        leave: () => leave(audience, seat),
      }
    },
    stop() {
      clearInterval(timer)
      stopHearing?.()
      for (const audience of open) {
        audience.feed.stop()
        for (const seat of audience.seats) dismiss(audience, seat, stopping)
      }
    },
  }
}

function tooMany(): TooManyError {
  return new TooManyError('stream.too_many', 'The account has too many open streams. Close some.', {
    retryAfterSeconds: 30,
  })
}
