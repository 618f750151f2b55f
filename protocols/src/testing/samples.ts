// For tests: the samples of each protocol, which are its documentation, and their expected values.
import { readdirSync, readFileSync } from 'node:fs'
import { cutDatagram, FrameSplitter } from '../frame-splitter.ts'
import type {
  DeviceSettings,
  HttpAnswer,
  HttpProtocol,
  HttpRequest,
  SocketProtocol,
  Transport,
} from '../protocol.types.ts'
import { openSession } from '../session.ts'

/** Bytes are hexadecimal and instants ISO 8601; `decoded` lists the value of every frame in the bytes. */
export interface SocketSample {
  title: string
  transport?: Transport
  settings?: DeviceSettings
  receivedAt?: string
  hex: string
  decoded: unknown[]
  noiseBytes?: number
}

export interface HttpSample {
  title: string
  method: string
  query?: string
  contentType?: string
  headers?: Record<string, string>
  body?: string
  decoded: unknown[]
  accept: HttpAnswer
  refuse: HttpAnswer
}

export function readSamples<Sample extends SocketSample | HttpSample>(protocol: string): Sample[] {
  const folder = new URL(`../${protocol}/samples/`, import.meta.url)
  return readdirSync(folder)
    .sort()
    .flatMap((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Sample[])
}

export function decodeSample(
  protocol: SocketProtocol,
  sample: SocketSample,
): { decoded: unknown[]; noiseBytes?: number } {
  const session = openSession(sample.transport ?? 'tcp', sample.settings)
  const bytes = Buffer.from(sample.hex, 'hex')
  const cuts =
    session.transport === 'udp'
      ? cutDatagram([protocol], bytes, session)
      : new FrameSplitter([protocol], session).push(bytes)
  const receivedAt = new Date(sample.receivedAt ?? '2026-05-04T10:20:31Z')
  const decoded = cuts.flatMap((cut) => {
    if (cut.kind === 'noise') return []
    return [
      plain(
        cut.kind === 'bad' ? { kind: 'bad', why: cut.why } : protocol.decode(cut.bytes, session, receivedAt),
      ),
    ]
  })
  const noiseBytes = cuts.reduce((sum, cut) => sum + (cut.kind === 'noise' ? cut.bytes.length : 0), 0)
  return { decoded, ...(noiseBytes > 0 && { noiseBytes }) }
}

export function requestOf(sample: HttpSample): HttpRequest {
  return {
    method: sample.method,
    path: '/',
    query: new URLSearchParams(sample.query),
    headers: { ...sample.headers, 'content-type': sample.contentType },
    body: Buffer.from(sample.body ?? ''),
  }
}

export function decodeHttpSample(protocol: HttpProtocol, sample: HttpSample): unknown {
  return plain(protocol.decodeRequest(requestOf(sample), new Date('2026-05-04T10:20:31Z')))
}

/** As in a sample file. */
export function plain(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return value.toString('hex')
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]))
}
