// npm run bench -- decode: locations per second and core that each protocol splits and decodes.

import { readdirSync, readFileSync } from 'node:fs'
import type { HttpProtocol, HttpRequest, Location, SocketProtocol } from '@rastro/protocols'
import { cutDatagram, FrameSplitter, openSession, protocols } from '@rastro/protocols'
import type { Targets } from '../scripts/proof/report.ts'
import { report } from '../scripts/proof/report.ts'
import type { Figures } from './harness.ts'
import { median } from './harness.ts'

const leastOfText = 100_000
const leastOfBinary = 200_000

/** The size of a TCP segment in a mobile network. */
const chunkBytes = 1_460
const streamBytes = 1_000_000
const rounds = 5
const roundMs = 400
const warmUpMs = 600
const encodedLocations = 160
const identifier = '860000000000025'
const receivedAt = new Date('2026-05-04T10:30:00Z')

/** The input for one protocol. Text and binary forms are measured separately. */
interface Workload {
  name: string
  min: number
  /** Decodes everything once, and returns the number of locations. */
  read(): number
}

interface Sample {
  hex?: string
  transport?: string
  method?: string
  query?: string
  contentType?: string
  body?: string
}

export async function run(): Promise<void> {
  const figures: Figures = {}
  const targets: Targets = {}
  for (const protocol of protocols) {
    for (const workload of protocol.kind === 'http' ? httpCourses(protocol) : socketCourses(protocol)) {
      const figure = `${workload.name}, locations per CPU second`
      figures[figure] = Math.round(measure(workload))
      targets[figure] = { atLeast: workload.min }
    }
  }
  report('decode', figures, targets)
}

/** By CPU time, not wall-clock time: the machine may be busy. */
function measure({ read }: Workload): number {
  readFor(warmUpMs, read)
  return median(Array.from({ length: rounds }, () => readFor(roundMs, read)))
}

function readFor(milliseconds: number, read: () => number): number {
  const startedAt = process.cpuUsage()
  let locations = 0
  let spentMs = 0
  while (spentMs < milliseconds) {
    locations += read()
    const { user, system } = process.cpuUsage(startedAt)
    spentMs = (user + system) / 1_000
  }
  return (locations * 1_000) / spentMs
}

function socketCourses(protocol: SocketProtocol): Workload[] {
  const encoded = protocol.encode.locations(identifier, drive(), 1)
  const frames = [...encoded, ...samplesOf(protocol.name).flatMap((sample) => framesOf(protocol, sample))]
  const texts = frames.filter(isText)
  const binaries = frames.filter((frame) => !isText(frame))
  return [
    ...(texts.length > 0 ? [socketCourse(protocol, 'text', texts, leastOfText)] : []),
    ...(binaries.length > 0 ? [socketCourse(protocol, 'binary', binaries, leastOfBinary)] : []),
  ]
}

function socketCourse(protocol: SocketProtocol, form: string, frames: Buffer[], min: number): Workload {
  if (!protocol.transports.includes('tcp')) return datagramCourse(protocol, form, frames, min)
  const once = Buffer.concat(frames)
  const stream = Buffer.concat(Array.from({ length: Math.ceil(streamBytes / once.length) }, () => once))
  return {
    name: `${protocol.name} ${form}`,
    min,
    read() {
      const session = openSession('tcp')
      const splitter = new FrameSplitter([protocol], session)
      let locations = 0
      for (let at = 0; at < stream.length; at += chunkBytes) {
        for (const cut of splitter.push(stream.subarray(at, at + chunkBytes))) {
          if (cut.kind !== 'frame') continue
          const decoded = protocol.decode(cut.bytes, session, receivedAt)
          if (decoded.kind === 'locations') locations += decoded.locations.length
        }
      }
      return locations
    },
  }
}

function datagramCourse(protocol: SocketProtocol, form: string, frames: Buffer[], min: number): Workload {
  return {
    name: `${protocol.name} ${form}`,
    min,
    read() {
      let locations = 0
      for (const frame of frames) {
        const session = openSession('udp')
        for (const cut of cutDatagram([protocol], frame, session)) {
          const decoded = protocol.decode(cut.bytes, session, receivedAt)
          if (decoded.kind === 'locations') locations += decoded.locations.length
        }
      }
      return locations
    },
  }
}

function httpCourses(protocol: HttpProtocol): Workload[] {
  const encoded = protocol.encode.locations(identifier, drive())
  const requests = [...encoded, ...samplesOf(protocol.name).map(requestOf)].filter((request) => {
    return countLocations(protocol, request) > 0
  })
  if (requests.length === 0) return []
  const read = () => requests.reduce((sum, request) => sum + countLocations(protocol, request), 0)
  return [{ name: `${protocol.name} text`, min: leastOfText, read }]
}

function countLocations(protocol: HttpProtocol, request: HttpRequest): number {
  const { decoded } = protocol.decodeRequest(request, receivedAt)
  return decoded.reduce((sum, one) => sum + (one.kind === 'locations' ? one.locations.length : 0), 0)
}

/** Frames with locations only; refused and answered frames are rare in practice. */
function framesOf(protocol: SocketProtocol, { hex = '', transport }: Sample): Buffer[] {
  if (transport === 'udp') return []
  const session = openSession('tcp')
  const cuts = new FrameSplitter([protocol], session).push(Buffer.from(hex, 'hex'))
  return cuts.flatMap((cut) => {
    const isReport =
      cut.kind === 'frame' && protocol.decode(cut.bytes, session, receivedAt).kind === 'locations'
    return isReport ? [cut.bytes] : []
  })
}

function samplesOf(protocol: string): Sample[] {
  const folder = new URL(`../protocols/src/${protocol}/samples/`, import.meta.url)
  return readdirSync(folder).flatMap((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')))
}

function requestOf({ method = 'GET', query = '', contentType, body = '' }: Sample): HttpRequest {
  const headers = { 'content-type': contentType }
  return { method, path: '/', query: new URLSearchParams(query), headers, body: Buffer.from(body) }
}

function isText(frame: Buffer): boolean {
  return frame.every((byte) => (byte >= 0x20 && byte < 0x7f) || byte === 0x0d || byte === 0x0a)
}

/** A drive with the values that most trackers report. */
function drive(): Location[] {
  return Array.from({ length: encodedLocations }, (_, index) => ({
    fixedAt: new Date(receivedAt.getTime() - (encodedLocations - index) * 1_000),
    latitude: -23.55052 + index / 10_000,
    longitude: -46.633308 - index / 10_000,
    valid: true,
    altitudeM: 760,
    speedKmh: 40 + (index % 50),
    courseDeg: index % 360,
    satellites: 12,
    ignition: true,
    powerV: 13.9,
    alarms: [],
    attributes: {},
  }))
}
