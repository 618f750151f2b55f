// Lets the demo's devices report: each by its own protocol, at its own instants, to a server that listens.

import { Agent } from 'node:http'
import type { Line, Witness } from '../line.ts'
import { openLine } from '../open-line.ts'
import { Outbox } from '../outbox.ts'
import { createRandom } from '../random.ts'
import { findWay } from '../ways.ts'
import type { DemoDevice } from './device.ts'
import { instantsOf, locationAt } from './movement.ts'
import { toSay } from './speech.ts'

export interface DriveOptions {
  /** What came before is past. */
  fromMs: number
  host: string
  port: number
  /** Protocols over HTTP are heard below this. */
  ingestUrl: string
}

export interface Drive {
  figures(): { acknowledged: number; refusals: number; connections: number }
  stop(): void
}

const TICK_MS = 250
const PATIENCE = { answerWithinMs: 10_000, reconnectMs: { least: 500, most: 5_000 } }
/** A machine that slept does not tell all it dreamt: the next start fills it in. */
const MAX_BEHIND_MS = 600_000

interface Driven {
  device: DemoDevice
  instants: Iterator<number>
  nextMs: number
  outbox: Outbox
  line: Line
}

export function driveDemo(devices: readonly DemoDevice[], options: DriveOptions): Drive {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const counts = { acknowledged: 0, refusals: 0, connections: 0 }
  const witness: Witness = {
    sent() {},
    misheard() {},
    acknowledged: (fixes) => {
      counts.acknowledged += fixes.length
    },
    connected: () => {
      counts.connections += 1
    },
    refused: () => {
      counts.refusals += 1
    },
  }
  const driven = devices.map((device, index): Driven => {
    const outbox = new Outbox()
    const needs = { identifier: device.identifier, outbox, witness, patience: PATIENCE, agent, ...options }
    const line = openLine(findWay(device.way), { ...needs, random: createRandom(index) })
    const instants = instantsOf(device, options.fromMs + 1_000, Number.POSITIVE_INFINITY, 'live')
    // Whoever stands still shows at once that he is there.
    return { device, instants, nextMs: options.fromMs, outbox, line }
  })

  function speak(one: Driven, nowMs: number): void {
    for (; one.nextMs <= nowMs; one.nextMs = one.instants.next().value!) {
      if (nowMs - one.nextMs > MAX_BEHIND_MS) continue
      const location = locationAt(one.device, one.nextMs)
      if (!location) continue
      const said = toSay(one.device, location)
      one.outbox.add({ fixedAtMs: one.nextMs, dueAtMs: performance.now(), location: said })
    }
    one.line.pump()
  }

  const ticking = setInterval(() => {
    const nowMs = Date.now()
    for (const one of driven) {
      if (one.nextMs <= nowMs) speak(one, nowMs)
      one.line.look(performance.now())
    }
  }, TICK_MS)

  return {
    figures: () => ({ ...counts }),
    stop() {
      clearInterval(ticking)
      for (const { line } of driven) line.close()
      agent.destroy()
    },
  }
}
