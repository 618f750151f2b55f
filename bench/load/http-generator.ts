// Sends HTTP requests over plain sockets, in its own process. Open model: a fixed rate, each request timed from the
// moment it was due, however late it was sent. Closed model: a fixed number of clients, each sequential.

import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { percentile } from '../harness.ts'

export interface HttpJob {
  port: number
  /** Complete requests as written to the socket, used in turn. */
  requests: string[]
  seconds: number
  pace: { kind: 'open'; perSecond: number } | { kind: 'closed'; clients: number }
}

export interface HttpResult {
  answered: number
  /** Responses other than 2xx. */
  refused: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  longestMs: number
  /** The delay of this process itself, which is part of the latencies. */
  lateP99Ms: number
}

const maxConnections = 128
const longestMs = 30_000

process.once('message', async (job: HttpJob) => {
  const lateness = monitorEventLoopDelay({ resolution: 1 })
  lateness.enable()
  const { tookMs, refused, elapsedMs } = await (job.pace.kind === 'open'
    ? sendOpen(job, job.pace.perSecond)
    : sendClosed(job, job.pace.clients))
  lateness.disable()
  const result: HttpResult = {
    answered: tookMs.length,
    refused,
    perSecond: tookMs.length / (elapsedMs / 1_000),
    p50Ms: percentile(tookMs, 0.5),
    p99Ms: percentile(tookMs, 0.99),
    longestMs: tookMs.reduce((longest, one) => Math.max(longest, one), 0),
    lateP99Ms: lateness.percentile(99) / 1e6,
  }
  process.send?.(result, () => process.exit())
})

interface Outcome {
  tookMs: number[]
  refused: number
  elapsedMs: number
}

async function sendClosed({ port, requests, seconds }: HttpJob, clients: number): Promise<Outcome> {
  const tookMs: number[] = []
  let refused = 0
  let next = 0
  const connections = await Promise.all(Array.from({ length: clients }, () => openConnection(port)))
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1_000
  await Promise.all(
    connections.map(async (connection) => {
      while (performance.now() < endsAt) {
        const sentAt = performance.now()
        const status = await connection.send(requests[next++ % requests.length]!)
        tookMs.push(performance.now() - sentAt)
        if (status >= 300) refused += 1
      }
    }),
  )
  const elapsedMs = performance.now() - startedAt
  for (const connection of connections) connection.close()
  return { tookMs, refused, elapsedMs }
}

/** A due request that finds every connection busy waits, and the wait counts. */
async function sendOpen({ port, requests, seconds }: HttpJob, perSecond: number): Promise<Outcome> {
  const tookMs: number[] = []
  let refused = 0
  let next = 0
  const connections = await Promise.all(Array.from({ length: maxConnections }, () => openConnection(port)))
  const free = [...connections]
  const count = Math.floor(seconds * perSecond)
  const startedAt = performance.now()
  await new Promise<void>((resolve, reject) => {
    const timer = setInterval(sendDue, 1)
    function sendDue() {
      const elapsedMs = performance.now() - startedAt
      if (elapsedMs > seconds * 1_000 + longestMs) {
        clearInterval(timer)
        reject(new Error(`${count - tookMs.length} of ${count} requests got no response`))
      }
      while (next < count && free.length > 0 && (next * 1_000) / perSecond <= elapsedMs) {
        const dueAt = startedAt + (next * 1_000) / perSecond
        send(free.pop()!, requests[next % requests.length]!, dueAt).catch(reject)
        next += 1
      }
      if (tookMs.length < count) return
      clearInterval(timer)
      resolve()
    }
    async function send(connection: Connection, request: string, dueAt: number) {
      const status = await connection.send(request)
      tookMs.push(performance.now() - dueAt)
      if (status >= 300) refused += 1
      free.push(connection)
      sendDue()
    }
  })
  for (const connection of connections) connection.close()
  return { tookMs, refused, elapsedMs: seconds * 1_000 }
}

interface Connection {
  /** Resolves with the status after the complete response. */
  send(request: string): Promise<number>
  close(): void
}

function openConnection(port: number): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(connectionOf(socket)))
    socket.setNoDelay()
    socket.once('error', reject)
  })
}

function connectionOf(socket: Socket): Connection {
  let waiting: { resolve(status: number): void; reject(error: Error): void } | undefined
  let head = ''
  let status = 0
  /** Bytes of the body still missing; undefined for chunked responses. */
  let missing: number | undefined
  socket.removeAllListeners('error')
  socket.on('error', (error) => waiting?.reject(error))
  socket.on('close', () => waiting?.reject(new Error('the server closed the connection')))
  socket.on('data', (bytes: Buffer) => {
    if (status !== 0) return goOn(bytes)
    head += bytes.toString('latin1')
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return
    status = Number(head.slice(9, 12))
    const length = /content-length: (\d+)/i.exec(head.slice(0, end))?.[1]
    missing = length === undefined ? undefined : Number(length)
    goOn(Buffer.from(head.slice(end + 4), 'latin1'))
  })
  function goOn(bytes: Buffer) {
    if (missing !== undefined) missing -= bytes.length
    // JSON contains no CRLF, so only the last chunk ends like this.
    const isWhole =
      missing === undefined ? bytes.toString('latin1', bytes.length - 5) === '0\r\n\r\n' : missing <= 0
    if (!isWhole) return
    const answered = { status, waiting }
    head = ''
    status = 0
    waiting = undefined
    answered.waiting?.resolve(answered.status)
  }
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(request)
      }),
    close: () => socket.destroy(),
  }
}
