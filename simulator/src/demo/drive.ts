// Lets the demo's devices report to a running server, each with its own protocol and schedule.

import { Agent } from 'node:http'
import type { Connection, Observer } from '../connection.ts'
import { openConnection } from '../open-connection.ts'
import { Outbox } from '../outbox.ts'
import { findVariant } from '../protocol-variants.ts'
import { createRandom } from '../random.ts'
import type { DemoDevice } from './device.ts'
import { toProtocol } from './encoding.ts'
import { instantsOf, locationAt } from './movement.ts'

export interface DriveOptions {
  /** Reports start here. */
  fromMs: number
  host: string
  port: number
  /** Base URL of HTTP protocols. */
  ingestUrl: string
}

export interface Drive {
  statistics(): { acknowledged: number; refusals: number; connections: number }
  stop(): void
}

const TICK_MS = 250
const TIMEOUTS = { answerWithinMs: 10_000, reconnectMs: { min: 500, max: 5_000 } }
/** After a suspend, older reports are skipped: the next start fills them in. */
const MAX_BEHIND_MS = 600_000

interface Driven {
  device: DemoDevice
  instants: Iterator<number>
  nextMs: number
  outbox: Outbox
  connection: Connection
}

export function driveDemo(devices: readonly DemoDevice[], options: DriveOptions): Drive {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const counts = { acknowledged: 0, refusals: 0, connections: 0 }
  const observer: Observer = {
    sent() {},
    unexpected() {},
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
    const needs = { identifier: device.identifier, outbox, observer, timeouts: TIMEOUTS, agent, ...options }
    const connection = openConnection(findVariant(device.protocol), { ...needs, random: createRandom(index) })
    const instants = instantsOf(device, options.fromMs + 1_000, Number.POSITIVE_INFINITY, 'live')
    // Stationary devices report at once too.
    return { device, instants, nextMs: options.fromMs, outbox, connection }
  })

  function report(one: Driven, nowMs: number): void {
    for (; one.nextMs <= nowMs; one.nextMs = one.instants.next().value!) {
      if (nowMs - one.nextMs > MAX_BEHIND_MS) continue
      const location = locationAt(one.device, one.nextMs)
      if (!location) continue
      const sent = toProtocol(one.device, location)
      one.outbox.add({ fixedAtMs: one.nextMs, dueAtMs: performance.now(), location: sent })
    }
    one.connection.pump()
  }

  const ticking = setInterval(() => {
    const nowMs = Date.now()
    for (const one of driven) {
      if (one.nextMs <= nowMs) report(one, nowMs)
      one.connection.checkTimeouts(performance.now())
    }
  }, TICK_MS)

  return {
    statistics: () => ({ ...counts }),
    stop() {
      clearInterval(ticking)
      for (const { connection } of driven) connection.close()
      agent.destroy()
    },
  }
}
