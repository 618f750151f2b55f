// Runs the load generator in another process, and measures what the server processes spend meanwhile.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { cpuSeconds } from '../harness.ts'
import type { HttpJob, HttpResult } from './http-generator.ts'

const generator = fileURLToPath(new URL('./http-generator.ts', import.meta.url))

export interface Target {
  url: string
  /** The processes that serve the requests. */
  pids: { server: number; postgres: number }
  requests: string[]
}

export type Generated = HttpResult & {
  /** Per request. */
  cpuMicros: number
  serverMicros: number
  postgresMicros: number
}

/** Fails if any request was refused: an error is faster than a result. */
export async function generate(target: Target, pace: HttpJob['pace'], seconds: number): Promise<Generated> {
  const { server, postgres } = target.pids
  const before = { server: cpuSeconds(server), postgres: cpuSeconds(postgres) }
  const child = fork(generator)
  const job: HttpJob = { port: Number(new URL(target.url).port), requests: target.requests, seconds, pace }
  child.send(job)
  const [result] = (await Promise.race([once(child, 'message'), failed(child)])) as [HttpResult]
  if (result.refused > 0) throw new Error(`${result.refused} of ${result.answered} requests were refused`)
  const serverMicros = ((cpuSeconds(server) - before.server) / result.answered) * 1e6
  const postgresMicros = ((cpuSeconds(postgres) - before.postgres) / result.answered) * 1e6
  return { ...result, serverMicros, postgresMicros, cpuMicros: serverMicros + postgresMicros }
}

async function failed(child: ReturnType<typeof fork>): Promise<never> {
  const [code] = (await once(child, 'exit')) as [number]
  throw new Error(`the generator exited with ${code}`)
}

export function getRequest(path: string, headers: Record<string, string> = {}): string {
  return requestText(`GET ${path}`, headers, '')
}

export function postRequest(path: string, body: object): string {
  return requestText(`POST ${path}`, { 'content-type': 'application/json' }, JSON.stringify(body))
}

function requestText(first: string, headers: Record<string, string>, body: string): string {
  const all = { host: '127.0.0.1', ...headers, ...(body && { 'content-length': Buffer.byteLength(body) }) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${first} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}
