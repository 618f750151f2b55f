// Hostile clients in their own thread: their work must not slow down the measured trackers.

import { createSocket } from 'node:dgram'
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import type { HostileClientOptions, HostileClientReport } from './hostile.ts'

const { port, idle, slow, floods, floodBytes, slowEveryMs } = workerData as HostileClientOptions
const report: HostileClientReport = { opened: 0, closed: 0, floodedBytes: 0, datagrams: 0, floodsDone: 0 }
const sockets = new Set<Socket>()
let isOver = false

function open(begin: (socket: Socket) => void, again: () => void, afterMs = 500): void {
  if (isOver) return
  const socket = connect({ port, host: '127.0.0.1' })
  sockets.add(socket)
  socket.on('connect', () => {
    report.opened += 1
    begin(socket)
  })
  socket.on('data', () => {})
  socket.on('error', () => {})
  socket.on('close', () => {
    report.closed += 1
    sockets.delete(socket)
    setTimeout(again, afterMs)
  })
}

/** Sends nothing, and reconnects when it is disconnected. */
function beIdle(): void {
  open(() => {}, beIdle)
}

/** A login that never ends: two bytes of length, then a digit now and then. */
function beSlow(): void {
  open((socket) => {
    socket.write(Buffer.from([0, 15]))
    const timer = setInterval(() => socket.write('3'), slowEveryMs)
    socket.on('close', () => clearInterval(timer))
  }, beSlow)
}

const kinds: ((size: number) => Buffer)[] = [
  // Each byte may be the header of a GT06 frame.
  (size) => Buffer.alloc(size, 'x'),
  // A long GT06 frame whose body never arrives.
  (size) => Buffer.alloc(size, Buffer.from([0x79, 0x79, 0x0f, 0xff, 1, 2, 3, 4])),
  // Teltonika packets of maximum length with a wrong checksum.
  (size) =>
    Buffer.alloc(size, Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, 0x1f, 0xf0]), Buffer.alloc(8_180, 8)])),
  // Teltonika's ping: each byte is a frame.
  (size) => Buffer.alloc(size, 0xff),
  (size) => Buffer.from(Array.from({ length: size }, (_, index) => (index * 7_919 + (index >> 3)) & 0xff)),
]

/** Sends garbage without end, over as many connections as it takes. */
function flood(index: number): void {
  const chunk = kinds[index % kinds.length]!(65_536)
  let left = floodBytes
  const begin = (socket: Socket) => {
    const write = () => {
      while (left > 0 && !socket.destroyed) {
        left -= chunk.length
        report.floodedBytes += chunk.length
        if (!socket.write(chunk)) {
          socket.once('drain', write)
          return
        }
      }
      socket.destroy()
    }
    write()
  }
  const again = () => {
    if (left > 0) open(begin, again, 5)
    else report.floodsDone += 1
  }
  again()
}

const udp = createSocket('udp4')
const junk = Buffer.alloc(512, 0x2a)
const spray = setInterval(() => {
  for (let count = 0; count < 20; count += 1) udp.send(junk, port, '127.0.0.1')
  report.datagrams += 20
}, 10)

for (let count = 0; count < idle; count += 1) setTimeout(beIdle, count)
for (let count = 0; count < slow; count += 1) beSlow()
for (let count = 0; count < floods; count += 1) flood(count)
const reporting = setInterval(() => parentPort?.postMessage(report), 200)

parentPort?.on('message', () => {
  isOver = true
  clearInterval(spray)
  clearInterval(reporting)
  udp.close()
  for (const socket of sockets) socket.destroy()
  parentPort?.postMessage(report)
  parentPort?.close()
})
