// Trackers of `ingest --single`, as cheap as Node allows, because they share the processors with what is measured: a
// frame of one location per tracker, of which only the time, the longitude and the checksum change.

import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { socketProtocols } from '@rastro/protocols'
import { crc16Arc } from '../../protocols/src/checksums.ts'
import type { Spent } from '../meters.ts'
import { difference, spentBy } from '../meters.ts'

export interface SingleFleet {
  identifiers: string[]
  port: number
  /** Connections have the address of their tracker's network, so that ports do not run out. */
  firstAddress: number
}

/** `inFlight`: reports without an answer, by trackers in turn. `perSecond`: at a fixed rate, whatever is answered. */
export type SingleLoad = { kind: 'closed'; inFlight: number } | { kind: 'open'; perSecond: number }

export type SingleOrder =
  | { kind: 'connect'; fleet: SingleFleet }
  | { kind: 'measure'; load: SingleLoad; seconds: number }

export interface SingleResult {
  acknowledged: number
  /** Closed connections, and reports that were not answered in time. */
  failed: number
  /** From sending a report to its answer. */
  latenciesMs: Float32Array
  /** From the moment at which it was due. */
  delaysMs: Float32Array
  spent: Spent
}

const teltonika = socketProtocols.find(({ name }) => name === 'teltonika')!
const connectAtOnce = 100
const trackersPerAddress = 10_000
const answerWithinMs = 30_000
const tickMs = 2
/** Of the frame: after the preamble, the length, the codec and the number of records. */
const timeOffset = 10
const longitudeOffset = 19
const dataOffset = 8
const checksumBytes = 4
const answerBytes = 4
/** About 40 m, back and forth on a road of 30 km. */
const stepE7 = 5_000
const turns = 750

interface Tracker {
  socket: Socket
  frame: Buffer
  longitudeE7: number
  steps: number
  isWaiting: boolean
  sentAtMs: number
  dueAtMs: number
  /** Reports that were due while another one was not answered. */
  due: number[]
}

const trackers: Tracker[] = []
let failed = 0
let onAnswer: (tracker: Tracker) => void = () => {}
/** The answers have no content of interest: one buffer is enough for all connections. */
const received = Buffer.alloc(64)

async function open({ identifiers, port, firstAddress }: SingleFleet): Promise<void> {
  for (let from = 0; from < identifiers.length; from += connectAtOnce) {
    const some = identifiers.slice(from, from + connectAtOnce)
    const address = `127.0.1.${firstAddress + Math.floor(from / trackersPerAddress)}`
    trackers.push(
      ...(await Promise.all(some.map((one, index) => openOne(one, from + index, { address, port })))),
    )
  }
}

function openOne(
  identifier: string,
  index: number,
  { address, port }: { address: string; port: number },
): Promise<Tracker> {
  const longitudeE7 = Math.round((-4.12 + ((index * 7_919) % 1_000) * 3e-4) * 1e7)
  const latitude = 40.1 + ((index * 104_729) % 1_000) * 3e-4
  const position = { latitude, longitude: longitudeE7 / 1e7, altitudeM: 650, courseDeg: 90, satellites: 9 }
  const location = { ...position, speedKmh: 50, fixedAt: new Date(), valid: true, alarms: [], attributes: {} }
  const [frame] = teltonika.encode.locations(identifier, [location], 1)
  return new Promise((resolve, reject) => {
    let isLoggedIn = false
    let answered = 0
    const callback = (bytes: number) => {
      if (!isLoggedIn) {
        isLoggedIn = true
        resolve(tracker)
        return true
      }
      answered += bytes
      if (answered < answerBytes) return true
      answered = 0
      onAnswer(tracker)
      return true
    }
    const local = { host: '127.0.0.1', port, localAddress: address, noDelay: true }
    const socket = connect({ ...local, onread: { buffer: received, callback } })
    const tracker: Tracker = {
      ...{ socket, frame: frame!, longitudeE7, steps: index % turns },
      ...{ isWaiting: false, sentAtMs: 0, dueAtMs: 0, due: [] },
    }
    socket.on('connect', () => socket.write(teltonika.encode.login!(identifier, 1)))
    socket.on('error', reject)
    socket.on('close', () => {
      failed += 1
      reject(new Error('connection closed'))
    })
  })
}

function send(tracker: Tracker, dueAtMs: number): void {
  const { frame } = tracker
  tracker.steps = (tracker.steps + 1) % (2 * turns)
  const step = tracker.steps < turns ? tracker.steps : 2 * turns - tracker.steps
  const nowMs = Date.now()
  frame.writeUInt32BE(Math.floor(nowMs / 2 ** 32), timeOffset)
  frame.writeUInt32BE(nowMs % 2 ** 32, timeOffset + 4)
  frame.writeInt32BE(tracker.longitudeE7 + step * stepE7, longitudeOffset)
  const end = frame.length - checksumBytes
  frame.writeUInt32BE(crc16Arc(frame, dataOffset, end), end)
  tracker.isWaiting = true
  tracker.sentAtMs = performance.now()
  tracker.dueAtMs = dueAtMs
  tracker.socket.write(frame)
}

async function measure(load: SingleLoad, seconds: number): Promise<SingleResult> {
  const before = spentBy(process.pid)
  const failedBefore = failed
  const latencies: number[] = []
  const delays: number[] = []
  let waiting = 0
  let isOver = false
  let next = 0
  const report = (tracker: Tracker, dueAtMs: number) => {
    waiting += 1
    send(tracker, dueAtMs)
  }
  /** The tracker that has waited longest for its turn. */
  const reportNext = () => {
    for (let tries = 0; tries < trackers.length; tries += 1) {
      const tracker = trackers[next]!
      next = (next + 1) % trackers.length
      if (!tracker.isWaiting) return report(tracker, performance.now())
    }
  }
  onAnswer = (tracker) => {
    const nowMs = performance.now()
    waiting -= 1
    tracker.isWaiting = false
    latencies.push(nowMs - tracker.sentAtMs)
    delays.push(nowMs - tracker.dueAtMs)
    const dueAtMs = tracker.due.shift()
    if (dueAtMs !== undefined) report(tracker, dueAtMs)
    else if (load.kind === 'closed' && !isOver) reportNext()
  }
  const beganAtMs = performance.now()
  const endsAtMs = beganAtMs + seconds * 1_000
  if (load.kind === 'closed') {
    for (let index = 0; index < load.inFlight; index += 1) reportNext()
    await sleep(endsAtMs - performance.now())
  } else {
    const everyMs = 1_000 / load.perSecond
    for (let made = 0; performance.now() < endsAtMs; await sleep(tickMs)) {
      for (; beganAtMs + made * everyMs <= performance.now(); made += 1) {
        const tracker = trackers[made % trackers.length]!
        const dueAtMs = beganAtMs + made * everyMs
        if (tracker.isWaiting) tracker.due.push(dueAtMs)
        else report(tracker, dueAtMs)
      }
    }
  }
  isOver = true
  const deadline = performance.now() + answerWithinMs
  while (waiting > 0 && performance.now() < deadline) await sleep(tickMs)
  return {
    acknowledged: latencies.length,
    failed: failed - failedBefore + waiting,
    latenciesMs: Float32Array.from(latencies),
    delaysMs: Float32Array.from(delays),
    spent: difference(spentBy(process.pid), before),
  }
}

process.on('message', async (order: SingleOrder) => {
  if (order.kind === 'connect') {
    await open(order.fleet)
    process.send?.('connected')
  } else {
    process.send?.(await measure(order.load, order.seconds))
  }
})
process.on('disconnect', () => process.exit())
