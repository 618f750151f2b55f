// Simulated trackers. They make locations by the clock, whether the server answers or not, and each keeps what was not
// acknowledged until it is.

import { Agent } from 'node:http'
import type { Location } from '@rastro/protocols'
import type { Durations } from './histogram.ts'
import { Histogram } from './histogram.ts'
import type { Line, Patience, Witness } from './line.ts'
import { openLine } from './open-line.ts'
import { Outbox } from './outbox.ts'
import { createRandom } from './random.ts'
import type { Place } from './route.ts'
import { Route } from './route.ts'
import type { Way } from './ways.ts'
import { findWay } from './ways.ts'

export interface FleetOptions {
  identifiers: readonly string[]
  /** Names of ways, `teltonika` or `gt06`; the trackers take them in turn. A name that stands twice weighs twice. */
  ways: readonly string[]
  /** Of the whole fleet. */
  locationsPerSecond: number
  /** A tracker makes and sends this many at once; the rate stays the same. */
  locationsPerReport?: number
  seed?: number
  host: string
  port: number
  /** Protocols over HTTP are heard below this: `http://127.0.0.1:8080/ingest`. */
  ingestUrl?: string
  /** Around which the trackers live. */
  home?: Place
  /** Tell ignition and supply voltage too, not only the place. */
  sensors?: boolean
  /** Every so many locations of a tracker, its button is pressed. */
  sosEvery?: number
  /** Note what was acknowledged. A bench of millions does without. */
  remembers?: boolean
  patience?: Partial<Patience>
}

export interface Figures {
  made: number
  /** Also what was sent again. */
  sent: number
  acknowledged: number
  /** Made, but not acknowledged yet. */
  unacknowledged: number
  connections: number
  refusals: number
  misheard: number
  /** From a frame's way out to its acknowledgement. */
  latency: Durations
  /** From the moment at which a location was due; waiting for an absent server counts. */
  delay: Durations
  /** The same for each way. */
  delayByWay: Record<string, Durations>
  /** The longest time without any acknowledgement for the whole fleet, since `watchSilence`. */
  longestSilenceMs: number
  seconds: number
  /** Of this process. */
  cpuSeconds: number
}

export interface Fleet {
  readonly trackers: readonly { identifier: string; way: string }[]
  start(): void
  /** No new locations; what waits is still sent. */
  hush(): void
  /** Whether everything made was acknowledged in time. */
  drained(withinMs: number): Promise<boolean>
  /** Breaks every connection, as lost coverage does. */
  cut(): void
  stop(): void
  /** For each tracker the times of the locations that were acknowledged. No two of a tracker are the same. */
  acknowledged(): Map<string, Set<number>>
  watchSilence(): void
  /** Durations are measured anew from here on: what came before was warming up. */
  forgetDurations(): void
  figures(): Figures
}

const TICK_MS = 5
const LOOK_EVERY_MS = 200
const MADRID: Place = { latitude: 40.4168, longitude: -3.7038 }
const PATIENCE: Patience = { answerWithinMs: 10_000, reconnectMs: { least: 500, most: 5_000 } }

interface Tracker {
  identifier: string
  way: Way
  outbox: Outbox
  line: Line
  route: Route
  lastFixedAtMs: number
  made: number
}

export function createFleet(options: FleetOptions): Fleet {
  const { locationsPerSecond, locationsPerReport = 1, remembers = true, sensors = false } = options
  // So few that all are soon open: who watches a server's file handles must not see ours come and go.
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const reportEveryMs = (1_000 * locationsPerReport) / locationsPerSecond
  /** Between two locations of one tracker. */
  const spacingMs = (1_000 * options.identifiers.length) / locationsPerSecond

  const counts = { made: 0, sent: 0, acknowledged: 0, connections: 0, refusals: 0, misheard: 0 }
  let latency = new Histogram()
  let delay = new Histogram()
  const delayByWay = new Map(options.ways.map((name) => [name, new Histogram()]))
  const trackers = options.identifiers.map(createTracker)
  let startedAtMs = 0
  let startedAt = 0
  let cpuAtStart = process.cpuUsage()
  let reports = 0
  let heardAtMs = 0
  let longestSilenceMs = 0
  let ticking: NodeJS.Timeout | undefined
  let looking: NodeJS.Timeout | undefined

  function createTracker(identifier: string, index: number): Tracker {
    const way = findWay(options.ways[index % options.ways.length]!)
    const random = createRandom((options.seed ?? 1) * 1_000_003 + index)
    const { latitude, longitude } = options.home ?? MADRID
    const home = {
      latitude: latitude + random.between(-0.3, 0.3),
      longitude: longitude + random.between(-0.4, 0.4),
    }
    const outbox = new Outbox()
    const { host, port } = options
    const patience = { ...PATIENCE, ...options.patience }
    const needs = { identifier, outbox, witness: witnessOf(outbox, way), patience, random, host, port }
    return {
      identifier,
      way,
      outbox,
      line: openLine(way, { ...needs, ingestUrl: options.ingestUrl ?? `http://${host}:8080/ingest`, agent }),
      route: new Route(createRandom((options.seed ?? 1) * 7_368_787 + index), home),
      lastFixedAtMs: 0,
      // Their buttons are not all pressed at the same moment.
      made: index,
    }
  }

  function witnessOf(outbox: Outbox, way: Way): Witness {
    const ofWay = delayByWay.get(way.name)!
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
        }
        if (remembers) for (const { fixedAtMs } of fixes) outbox.acknowledged.add(fixedAtMs)
        longestSilenceMs = Math.max(longestSilenceMs, nowMs - heardAtMs)
        heardAtMs = nowMs
      },
      connected() {
        counts.connections += 1
      },
      refused() {
        counts.refusals += 1
      },
      misheard() {
        counts.misheard += 1
      },
    }
  }

  /** All that should have been made by now, however late the timer is: what comes late counts as late. */
  function tick(): void {
    const due = Math.floor((performance.now() - startedAtMs) / reportEveryMs)
    for (; reports < due; reports += 1) {
      const dueMs = (reports + 1) * reportEveryMs
      const tracker = trackers[reports % trackers.length]!
      for (let place = 1; place <= locationsPerReport; place += 1) {
        make(tracker, startedAt + dueMs - (locationsPerReport - place) * spacingMs, startedAtMs + dueMs)
      }
      tracker.line.pump()
    }
  }

  function make(tracker: Tracker, wantedMs: number, dueAtMs: number): void {
    const { clockMs } = tracker.way.habits
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

  function look(): void {
    const nowMs = performance.now()
    for (const { line } of trackers) line.look(nowMs)
  }

  return {
    trackers: trackers.map(({ identifier, way }) => ({ identifier, way: way.name })),
    start() {
      startedAtMs = performance.now()
      startedAt = Date.now()
      heardAtMs = startedAtMs
      cpuAtStart = process.cpuUsage()
      ticking = setInterval(tick, TICK_MS)
      looking = setInterval(look, LOOK_EVERY_MS)
    },
    hush: () => clearInterval(ticking),
    async drained(withinMs) {
      const deadline = performance.now() + withinMs
      while (counts.acknowledged < counts.made) {
        if (performance.now() > deadline) return false
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      return true
    },
    cut() {
      for (const { line } of trackers) line.cut()
    },
    stop() {
      clearInterval(ticking)
      clearInterval(looking)
      for (const { line } of trackers) line.close()
      agent.destroy()
    },
    acknowledged: () => new Map(trackers.map(({ identifier, outbox }) => [identifier, outbox.acknowledged])),
    watchSilence() {
      longestSilenceMs = 0
      heardAtMs = performance.now()
    },
    forgetDurations() {
      latency = new Histogram()
      delay = new Histogram()
    },
    figures() {
      const { user, system } = process.cpuUsage(cpuAtStart)
      const nowMs = performance.now()
      const unacknowledged = counts.made - counts.acknowledged
      const silenceMs = unacknowledged > 0 ? nowMs - heardAtMs : 0
      return {
        ...counts,
        unacknowledged,
        latency: latency.summary(),
        delay: delay.summary(),
        delayByWay: Object.fromEntries([...delayByWay].map(([name, ofWay]) => [name, ofWay.summary()])),
        longestSilenceMs: Math.round(Math.max(longestSilenceMs, silenceMs)),
        seconds: (nowMs - startedAtMs) / 1_000,
        cpuSeconds: (user + system) / 1e6,
      }
    },
  }
}
