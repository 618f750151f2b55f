// Asks a server over plain sockets, in a process of its own. Open: so many questions a second, each timed from the moment
// at which it was due, however late it could be sent. Closed: so many clients, each asking when it was answered.

import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { percentile } from '../harness.ts'

export interface HttpJob {
  port: number
  /** Whole requests as they are written to the socket, asked in turn. */
  requests: string[]
  seconds: number
  pace: { kind: 'open'; perSecond: number } | { kind: 'closed'; clients: number }
}

export interface HttpResult {
  answered: number
  /** Anything but 2xx. */
  refused: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  longestMs: number
  /** How late this process itself was: as much of the latencies is not the server's. */
  lateP99Ms: number
}

const maxLines = 128
const longestMs = 30_000

process.once('message', async (job: HttpJob) => {
  const lateness = monitorEventLoopDelay({ resolution: 1 })
  lateness.enable()
  const { tookMs, refused, elapsedMs } = await (job.pace.kind === 'open'
    ? askOpen(job, job.pace.perSecond)
    : askClosed(job, job.pace.clients))
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

interface Asked {
  tookMs: number[]
  refused: number
  elapsedMs: number
}

async function askClosed({ port, requests, seconds }: HttpJob, clients: number): Promise<Asked> {
  const tookMs: number[] = []
  let refused = 0
  let next = 0
  const lines = await Promise.all(Array.from({ length: clients }, () => openLine(port)))
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1_000
  await Promise.all(
    lines.map(async (line) => {
      while (performance.now() < endsAt) {
        const askedAt = performance.now()
        const status = await line.ask(requests[next++ % requests.length]!)
        tookMs.push(performance.now() - askedAt)
        if (status >= 300) refused += 1
      }
    }),
  )
  const elapsedMs = performance.now() - startedAt
  for (const line of lines) line.close()
  return { tookMs, refused, elapsedMs }
}

/** A question whose time has come and that finds every line busy waits, and its waiting counts. */
async function askOpen({ port, requests, seconds }: HttpJob, perSecond: number): Promise<Asked> {
  const tookMs: number[] = []
  let refused = 0
  let next = 0
  const lines = await Promise.all(Array.from({ length: maxLines }, () => openLine(port)))
  const free = [...lines]
  const count = Math.floor(seconds * perSecond)
  const startedAt = performance.now()
  await new Promise<void>((resolve, reject) => {
    const timer = setInterval(askWhatIsDue, 1)
    function askWhatIsDue() {
      const elapsedMs = performance.now() - startedAt
      if (elapsedMs > seconds * 1_000 + longestMs) {
        clearInterval(timer)
        reject(new Error(`${count - tookMs.length} of ${count} questions were not answered`))
      }
      while (next < count && free.length > 0 && (next * 1_000) / perSecond <= elapsedMs) {
        const dueAt = startedAt + (next * 1_000) / perSecond
        void ask(free.pop()!, requests[next % requests.length]!, dueAt).catch(reject)
        next += 1
      }
      if (tookMs.length < count) return
      clearInterval(timer)
      resolve()
    }
    async function ask(line: Line, request: string, dueAt: number) {
      const status = await line.ask(request)
      tookMs.push(performance.now() - dueAt)
      if (status >= 300) refused += 1
      free.push(line)
      askWhatIsDue()
    }
  })
  for (const line of lines) line.close()
  return { tookMs, refused, elapsedMs: seconds * 1_000 }
}

interface Line {
  /** Resolves with the status once the whole answer is here. */
  ask(request: string): Promise<number>
  close(): void
}

function openLine(port: number): Promise<Line> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(lineOf(socket)))
    socket.setNoDelay()
    socket.once('error', reject)
  })
}

function lineOf(socket: Socket): Line {
  let waiting: { resolve(status: number): void; reject(error: Error): void } | undefined
  let head = ''
  let status = 0
  /** Bytes of the body that are still to come; undefined where its end shows by itself. */
  let missing: number | undefined
  socket.removeAllListeners('error')
  socket.on('error', (error) => waiting?.reject(error))
  socket.on('close', () => waiting?.reject(new Error('the server closed the line')))
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
    // JSON holds no line ends of this kind, so that only the last chunk ends like this.
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
    ask: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(request)
      }),
    close: () => socket.destroy(),
  }
}
