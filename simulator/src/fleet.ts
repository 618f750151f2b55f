// Simulated trackers. They make locations by the clock, whether the server answers or not, and each keeps its
// locations until they are acknowledged.

import { Agent } from 'node:http'
import type { Location } from '@rastro/protocols'
import type { Connection, Observer, Timeouts, TrustedServer } from './connection.ts'
import type { Durations } from './histogram.ts'
import { Histogram } from './histogram.ts'
import { openConnection } from './open-connection.ts'
import { Outbox } from './outbox.ts'
import type { ProtocolVariant } from './protocol-variants.ts'
import { findVariant, identifierFor } from './protocol-variants.ts'
import { createRandom } from './random.ts'
import type { Coordinates } from './route.ts'
import { Route } from './route.ts'

export interface FleetOptions {
  identifiers: readonly string[]
  /** Names of protocol variants, such as `teltonika`, assigned in turn. A name given twice has twice the weight. */
  variants: readonly string[]
  /** Of the whole fleet. */
  locationsPerSecond: number
  /** Locations per report; the rate stays the same. */
  locationsPerReport?: number
  seed?: number
  host: string
  port: number
  /** Trackers over TCP use TLS. */
  tls?: TrustedServer
  /** Base URL of HTTP protocols: `http://127.0.0.1:8080/ingest`. */
  ingestUrl?: string
  /** The trackers drive around here. */
  home?: Coordinates
  /** The locations of a tracker, by its position in the list, instead of drives that begin now. */
  trackOf?: (index: number) => Iterator<Location>
  /** Also report ignition and supply voltage. */
  sensors?: boolean
  /** The SOS button of a tracker is pressed once in so many locations. */
  sosEvery?: number
  /** Record what was acknowledged. Benches with millions of locations turn it off. */
  remembers?: boolean
  /** Called for each acknowledged location with the moment at which it was due, by the monotonic clock, and the variant. */
  onAcknowledged?: (dueAtMs: number, delayMs: number, variant: string) => void
  timeouts?: Partial<Timeouts>
}

export interface FleetStatistics {
  made: number
  /** Including retransmissions. */
  sent: number
  acknowledged: number
  /** Made, but not acknowledged yet. */
  unacknowledged: number
  connections: number
  refusals: number
  unexpected: number
  /** From sending a frame to its acknowledgement. */
  latency: Durations
  /** From the moment at which a location was due, including the wait for an absent server. */
  delay: Durations
  /** The same by protocol variant. */
  delayByVariant: Record<string, Durations>
  /** The longest time without any acknowledgement for the whole fleet, since `watchSilence`. */
  longestSilenceMs: number
  seconds: number
  /** Of this process. */
  cpuSeconds: number
}

export interface Fleet {
  readonly trackers: readonly { identifier: string; variant: string }[]
  start(): void
  /** Makes no new locations; the backlog is still sent. */
  stopReporting(): void
  /** Whether everything made was acknowledged in time. */
  drained(withinMs: number): Promise<boolean>
  /** Breaks every connection, as lost coverage does. */
  cut(): void
  stop(): void
  /** The times of the acknowledged locations by tracker, which are distinct. */
  acknowledged(): Map<string, Set<number>>
  watchSilence(): void
  /** Restarts the measurement of durations after a warm-up. */
  forgetDurations(): void
  statistics(): FleetStatistics
}

const TICK_MS = 5
const LOOK_EVERY_MS = 200
const MADRID: Coordinates = { latitude: 40.4168, longitude: -3.7038 }
const TIMEOUTS: Timeouts = { answerWithinMs: 10_000, reconnectMs: { min: 500, max: 5_000 } }

interface Tracker {
  identifier: string
  variant: ProtocolVariant
  outbox: Outbox
  connection: Connection
  route: Route
  track: Iterator<Location> | undefined
  lastFixedAtMs: number
  made: number
}

export function createFleet(options: FleetOptions): Fleet {
  const { locationsPerSecond, locationsPerReport = 1, remembers = true, sensors = false } = options
  // A small pool is soon fully open: it must not disturb measurements of the server's file handles.
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const reportEveryMs = (1_000 * locationsPerReport) / locationsPerSecond
  /** Between two locations of one tracker. */
  const spacingMs = (1_000 * options.identifiers.length) / locationsPerSecond

  const counts = { made: 0, sent: 0, acknowledged: 0, connections: 0, refusals: 0, unexpected: 0 }
  let latency = new Histogram()
  let delay = new Histogram()
  const delayByVariant = new Map(options.variants.map((name) => [name, new Histogram()]))
  const trackers = options.identifiers.map(createTracker)
  let startedAtMs = 0
  let startedAt = 0
  let cpuAtStart = process.cpuUsage()
  let reports = 0
  let acknowledgedAtMs = 0
  let longestSilenceMs = 0
  let ticking: NodeJS.Timeout | undefined
  let checking: NodeJS.Timeout | undefined

  function createTracker(imei: string, index: number): Tracker {
    const variant = findVariant(options.variants[index % options.variants.length]!)
    const identifier = identifierFor(variant, imei)
    const random = createRandom((options.seed ?? 1) * 1_000_003 + index)
    const { latitude, longitude } = options.home ?? MADRID
    const home = {
      latitude: latitude + random.between(-0.3, 0.3),
      longitude: longitude + random.between(-0.4, 0.4),
    }
    const outbox = new Outbox()
    const { host, port, tls } = options
    const timeouts = { ...TIMEOUTS, ...options.timeouts }
    const needs = {
      identifier,
      outbox,
      observer: observerOf(outbox, variant),
      timeouts,
      random,
      host,
      port,
      tls,
    }
    return {
      identifier,
      variant,
      outbox,
      connection: openConnection(variant, {
        ...needs,
        ingestUrl: options.ingestUrl ?? `http://${host}:8080/ingest`,
        agent,
      }),
      route: new Route(createRandom((options.seed ?? 1) * 7_368_787 + index), home),
      track: options.trackOf?.(index),
      lastFixedAtMs: 0,
      // Not all buttons are pressed at the same moment.
      made: index,
    }
  }

  function observerOf(outbox: Outbox, variant: ProtocolVariant): Observer {
    const ofWay = delayByVariant.get(variant.name)!
    return {
      sent(locations) {
        counts.sent += locations
      },
      acknowledged(fixes, sentAtMs) {
        const nowMs = performance.now()
        counts.acknowledged += fixes.length
        latency.add(nowMs - sentAtMs)
        for (const { dueAtMs } of fixes) {
          delay.add(nowMs - dueAtMs)
          ofWay.add(nowMs - dueAtMs)
          options.onAcknowledged?.(dueAtMs, nowMs - dueAtMs, variant.name)
        }
        if (remembers) for (const { fixedAtMs } of fixes) outbox.acknowledged.add(fixedAtMs)
        longestSilenceMs = Math.max(longestSilenceMs, nowMs - acknowledgedAtMs)
        acknowledgedAtMs = nowMs
      },
      connected() {
        counts.connections += 1
      },
      refused() {
        counts.refusals += 1
      },
      unexpected() {
        counts.unexpected += 1
      },
    }
  }

  /** Makes everything due by now, however late the timer fires: a late location counts as late. */
  function tick(): void {
    const due = Math.floor((performance.now() - startedAtMs) / reportEveryMs)
    for (; reports < due; reports += 1) {
      const dueMs = (reports + 1) * reportEveryMs
      const tracker = trackers[reports % trackers.length]!
      for (let step = 1; step <= locationsPerReport; step += 1) {
        make(tracker, startedAt + dueMs - (locationsPerReport - step) * spacingMs, startedAtMs + dueMs)
      }
      tracker.connection.pump()
    }
  }

  function make(tracker: Tracker, wantedMs: number, dueAtMs: number): void {
    if (tracker.track) {
      const { value, done } = tracker.track.next()
      if (done) return
      tracker.outbox.add({ fixedAtMs: value.fixedAt!.getTime(), dueAtMs, location: value })
      counts.made += 1
      return
    }
    const { clockMs } = tracker.variant.traits
    const fixedAtMs = Math.max(
      Math.floor(wantedMs / clockMs) * clockMs,
      tracker.lastFixedAtMs > 0 ? tracker.lastFixedAtMs + clockMs : 0,
    )
    const sinceLastMs = tracker.lastFixedAtMs > 0 ? fixedAtMs - tracker.lastFixedAtMs : spacingMs
    tracker.lastFixedAtMs = fixedAtMs
    const at = tracker.route.advance(sinceLastMs / 1_000)
    const location: Location = {
      fixedAt: new Date(fixedAtMs),
      latitude: at.latitude,
      longitude: at.longitude,
      altitudeM: at.altitudeM,
      speedKmh: at.speedKmh,
      courseDeg: at.courseDeg,
      satellites: 7 + (fixedAtMs % 6),
      valid: true,
      alarms: isPressed(tracker) ? ['sos'] : [],
      attributes: {},
    }
    if (sensors) {
      location.ignition = at.moving
      location.moving = at.moving
      location.powerV = at.moving ? 13.9 : 12.6
    }
    tracker.outbox.add({ fixedAtMs, dueAtMs, location })
    counts.made += 1
  }

  function isPressed(tracker: Tracker): boolean {
    tracker.made += 1
    return options.sosEvery !== undefined && tracker.made % options.sosEvery === 0
  }

  function checkTimeouts(): void {
    const nowMs = performance.now()
    for (const { connection } of trackers) connection.checkTimeouts(nowMs)
  }

  return {
    trackers: trackers.map(({ identifier, variant }) => ({ identifier, variant: variant.name })),
    start() {
      startedAtMs = performance.now()
      startedAt = Date.now()
      acknowledgedAtMs = startedAtMs
      cpuAtStart = process.cpuUsage()
      ticking = setInterval(tick, TICK_MS)
      checking = setInterval(checkTimeouts, LOOK_EVERY_MS)
    },
    stopReporting: () => clearInterval(ticking),
    async drained(withinMs) {
      const deadline = performance.now() + withinMs
      while (counts.acknowledged < counts.made) {
        if (performance.now() > deadline) return false
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      return true
    },
    cut() {
      for (const { connection } of trackers) connection.cut()
    },
    stop() {
      clearInterval(ticking)
      clearInterval(checking)
      for (const { connection } of trackers) connection.close()
      agent.destroy()
    },
    acknowledged: () => new Map(trackers.map(({ identifier, outbox }) => [identifier, outbox.acknowledged])),
    watchSilence() {
      longestSilenceMs = 0
      acknowledgedAtMs = performance.now()
    },
    forgetDurations() {
      latency = new Histogram()
      delay = new Histogram()
    },
    statistics() {
      const { user, system } = process.cpuUsage(cpuAtStart)
      const nowMs = performance.now()
      const unacknowledged = counts.made - counts.acknowledged
      const silenceMs = unacknowledged > 0 ? nowMs - acknowledgedAtMs : 0
      return {
        ...counts,
        unacknowledged,
        latency: latency.summary(),
        delay: delay.summary(),
        delayByVariant: Object.fromEntries(
          [...delayByVariant].map(([name, ofWay]) => [name, ofWay.summary()]),
        ),
        longestSilenceMs: Math.round(Math.max(longestSilenceMs, silenceMs)),
        seconds: (nowMs - startedAtMs) / 1_000,
        cpuSeconds: (user + system) / 1e6,
      }
    },
  }
}
