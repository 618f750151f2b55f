// Bounds the requests in flight per account, and per network before authentication, so that none of them takes the
// database connections or the processor from the others.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config/config.ts'
import type { SlotLimits, Slots } from '../async/slots.ts'
import { createSlots } from '../async/slots.ts'
import { metrics } from '../observability/metrics.ts'
import { isStream } from './compression.ts'
import { TooManyError } from './errors.ts'
import { networkOf } from './network.ts'
import { createSlotTime } from './slot-time.ts'

/** `report` appends to the log without the database; `none` has limits of its own. */
export type Load = 'call' | 'track' | 'heavy' | 'report' | 'none'
type BoundedLoad = Exclude<Load, 'none'>

export interface Fairness {
  /** Takes a slot for the request, at once or when others of the same account are done. */
  enter(request: FastifyRequest): Promise<void> | undefined
  /** Call it when the response is ready. What remains is sending it, which takes as long as the client likes. */
  leave(request: FastifyRequest, reply: FastifyReply, payload: unknown): void
}

interface Held {
  slots: Slots<string>
  key: string
  /** Absent if the time does not count. */
  timed?: { beganAtMs: number; isInTurn: boolean }
}

/** Heavy work has one slot and threads of low priority, and reports have a rate of bytes: their time does not count. */
const timedLoads: ReadonlySet<Load> = new Set(['call', 'track'])

/** Clients that lost their connection must not occupy the slots of their account until the network notices. */
const maxStreamMs = 10_000

/** All loads of an account together leave connections of the pool to others. */
function limitsOf(poolSize: number): Record<BoundedLoad, SlotLimits> {
  const share = (part: number) => Math.max(1, Math.floor(poolSize * part))
  return {
    call: { concurrency: share(3 / 8), maxQueueLength: 500, maxWaitMs: 15_000 },
    track: { concurrency: share(1 / 4), maxQueueLength: 100, maxWaitMs: 30_000 },
    heavy: { concurrency: 1, maxQueueLength: 10, maxWaitMs: 30_000 },
    report: { concurrency: 64, maxQueueLength: 500, maxWaitMs: 15_000 },
  }
}

export function createFairness({ poolSize }: Config['db']): Fairness {
  const limits = Object.entries(limitsOf(poolSize)) as [BoundedLoad, SlotLimits][]
  const slots = new Map(limits.map(([load, limit]) => [load, createSlots<string>(limit, () => busy(load))]))
  const slotTime = createSlotTime(() => busy('call'))
  const taken = new WeakMap<FastifyRequest, Held>()

  function release(request: FastifyRequest) {
    const held = taken.get(request)
    if (!held) return
    taken.delete(request)
    const { slots, key, timed } = held
    if (timed) slotTime.end(key, performance.now() - timed.beganAtMs, timed)
    slots.release(key)
  }

  /** Holds the slot, and waits for the account's turn if it has exceeded its budget. */
  function hold(request: FastifyRequest, load: Load, held: Held): Promise<void> | undefined {
    if (!timedLoads.has(load) || !request.caller) {
      taken.set(request, held)
      return undefined
    }
    const begin = (isInTurn: boolean) => {
      taken.set(request, { ...held, timed: { beganAtMs: performance.now(), isInTurn } })
    }
    const waiting = slotTime.begin(held.key)
    if (!waiting) {
      begin(false)
      return undefined
    }
    return waiting.then(
      () => begin(true),
      (error) => {
        held.slots.release(held.key)
        throw error
      },
    )
  }

  return {
    enter(request) {
      const load = loadOf(request)
      const ofLoad = load && slots.get(load as BoundedLoad)
      if (!ofLoad) return undefined
      const held = { slots: ofLoad, key: keyOf(request) }
      const waiting = ofLoad.take(held.key)
      if (!waiting) return hold(request, load, held)
      metrics.requestsQueued.inc({ load })
      return waiting.then(() => hold(request, load, held))
    },
    leave(request, reply, payload) {
      if (!taken.has(request)) return
      if (!isStream(payload) || reply.raw.destroyed) return release(request)
      // A stream reads from the database until its end, unless the client does not read it.
      const timer = setTimeout(() => release(request), maxStreamMs)
      const end = () => {
        clearTimeout(timer)
        release(request)
      }
      reply.raw.once('close', end)
      reply.raw.once('finish', end)
    },
  }
}

/** Without a caller, only routes that declare their load are bounded. */
function loadOf(request: FastifyRequest): Load | undefined {
  const { load } = request.routeOptions.config
  return (typeof load === 'function' ? load(request) : load) ?? (request.caller && 'call')
}

/** Sign-ins of a network wait for each other, but not for its share links. */
function keyOf({ caller, ip, routeOptions }: FastifyRequest): string {
  return caller ? String(caller.accountId) : `${routeOptions.url} ${networkOf(ip)}`
}

/** Rejected clients come back at different times. */
function busy(load: BoundedLoad): TooManyError {
  metrics.requestsBusy.inc({ load })
  const retryAfterSeconds = 1 + Math.floor(Math.random() * 5)
  return new TooManyError(
    'rate.busy',
    `Too many requests of this account are in progress. Retry in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  )
}
