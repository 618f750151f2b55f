// Properties of every protocol for arbitrary bytes. `npm run fuzz -- --minutes 600` for a night.
import fc from 'fast-check'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { isFullLane } from '../../scripts/lane.ts'
import type { Cut } from './frame-splitter.ts'
import { cutDatagram, FrameSplitter } from './frame-splitter.ts'
import { httpProtocols, protocols, socketProtocols } from './index.ts'
import type { Decoded, HttpRequest, Location, Session, SocketProtocol } from './protocol.types.ts'
import { openSession } from './session.ts'
import {
  chunkSizes,
  createFuzz,
  differencesOf,
  digits,
  inChunks,
  MEGABYTE,
  mutation,
  randomBytes,
  repeated,
  someLocations,
} from './testing/fuzz.ts'
import type { HttpSample, SocketSample } from './testing/samples.ts'
import { plain, readSamples, requestOf } from './testing/samples.ts'
import { readTraits } from './testing/traits.ts'

const { parameters: runs, timeoutMs, reportRuns } = createFuzz('decoders', 1_000)
const receivedAt = new Date('2026-05-04T10:20:31Z')
vi.setConfig({ testTimeout: timeoutMs })
afterAll(reportRuns)

const traits = new Map(
  await Promise.all(protocols.map(async ({ name }) => [name, await readTraits(name)] as const)),
)
const foreign = [...traits.values()].flatMap(({ floods }) => floods ?? [])

test('on a shared port, any chunking detects the same protocol and the same frames', () => {
  const samples = socketProtocols.flatMap(({ name }) => readSamples<SocketSample>(name))
  const frames = samples.map((sample) => Buffer.from(sample.hex, 'hex'))
  const property = fc.property(mutation(frames), chunkSizes, (whole, sizes) => {
    expectEqual(receive(socketProtocols, inChunks(whole, sizes)), receive(socketProtocols, [whole]))
  })
  fc.assert(property, runs)
})

describe.each(socketProtocols)('$name', (protocol) => {
  const { checksumIsRight, isNoise, floods: own = [] } = traits.get(protocol.name)!
  const samples = readSamples<SocketSample>(protocol.name)
  const frames = samples.map((sample) => Buffer.from(sample.hex, 'hex'))
  const mutated = mutation(frames)
  const bytes = fc.oneof(fc.uint8Array({ maxLength: 40 }), fc.constantFrom(...frames), mutated)
  const isStream = protocol.transports.includes('tcp')
  const stream = fc.array(bytes, { maxLength: 4 }).map((pieces) => Buffer.concat(pieces))

  test.runIf(isStream)('any chunking gives the same frames, values and rest, within the limit', () => {
    const property = fc.property(stream, chunkSizes, (whole, sizes) => {
      expectEqual(receive([protocol], inChunks(whole, sizes)), receive([protocol], [whole]))
    })
    fc.assert(property, runs)
  })

  test('detection does not change when more bytes arrive', () => {
    const property = fc.property(stream, fc.nat(64), (whole, length) => {
      const early = protocol.detect(whole.subarray(0, length + 1), 'tcp')
      if (whole.length > 0 && early !== 'more') expectEqual(protocol.detect(whole, 'tcp'), early)
      if (whole.length >= 64) expect(protocol.detect(whole, 'tcp')).not.toBe('more')
    })
    fc.assert(property, runs)
  })

  test('no location is decoded from a frame with a wrong checksum', () => {
    const property = fc.property(mutated, mutated, (one, another) => {
      const splitter = new FrameSplitter([protocol], openSession('tcp'))
      for (const cut of splitter.push(Buffer.concat([one, another]))) {
        if (cut.kind !== 'frame') continue
        const decoded = protocol.decode(cut.bytes, openSession('tcp'), receivedAt)
        if (decoded.kind === 'locations') expectEqual(checksumIsRight?.(cut.bytes) ?? true, true)
      }
    })
    fc.assert(property, runs)
  })

  test('decodes any frame or datagram, with a reply no longer than a datagram', () => {
    const property = fc.property(bytes, (any) => {
      const frame = Buffer.from(any)
      expect(protocol.decode(frame, openSession('tcp'), receivedAt).kind).toBeTypeOf('string')
      for (const cut of cutDatagram([protocol], frame, openSession('udp'))) {
        const decoded = protocol.decode(cut.bytes, openSession('udp'), receivedAt)
        if (cut.kind === 'frame') expect(replyLength(decoded)).toBeLessThanOrEqual(frame.length)
      }
    })
    fc.assert(property, runs)
  })

  test.runIf(isStream)('locations round-trip', () => {
    const property = fc.property(someLocations, digits, (locations, identifier) => {
      const { login, locations: encode } = protocol.encode
      const sent = [...(login ? [login(identifier, 1)] : []), ...encode(identifier, locations, 2)]
      const [first, ...rest] = meaningsOf(protocol, sent)
      if (login) expectFrom([first!], identifierIn(protocol, identifier))
      expectSame(protocol, locationsIn(login ? rest : [first!, ...rest]), locations)
    })
    fc.assert(property, runs)
  })

  test.runIf(protocol.encode.datagrams)('locations round-trip in datagrams', () => {
    const property = fc.property(someLocations, digits, (locations, identifier) => {
      const decoded = protocol.encode.datagrams!(identifier, locations, 7).flatMap((datagram) =>
        cutDatagram([protocol], datagram, openSession('udp')).map((cut) =>
          protocol.decode(cut.bytes, openSession('udp'), receivedAt),
        ),
      )
      expectFrom(decoded, identifierIn(protocol, identifier))
      expectSame(protocol, locationsIn(decoded), locations)
    })
    fc.assert(property, runs)
  })

  test.runIf(isNoise)('skips noise before a frame', () => {
    const whole = frames
      .map((frame) => ({ frame, received: receive([protocol], [frame]) }))
      .filter(({ received }) => received.startsWith('frame'))
    const property = fc.property(
      fc.uint8Array({ maxLength: 30 }),
      fc.constantFrom(...whole),
      (before, { frame, received }) => {
        const noisy = Buffer.concat([before.filter(isNoise!), frame])
        expectEqual(receive([protocol], [noisy]).replace(/^noise \d+\n/, ''), received)
      },
    )
    fc.assert(property, runs)
  })

  const endless = Buffer.alloc(protocol.maxFrameBytes - 64, '1')
  const floods: [string, Buffer][] = [
    ['its own samples', repeated(Buffer.concat(frames))],
    ['beginnings of its samples', repeated(Buffer.concat(frames.map((frame) => frame.subarray(0, 6))))],
    ['frames that do not end', repeated(Buffer.concat([frames[0]!.subarray(0, 24), endless]))],
    // What other protocols found difficult: 22 CPU seconds, for the full lane.
    ...['00', 'ff', ...(isFullLane ? foreign : own)].map((hex): [string, Buffer] => [
      hex,
      repeated(Buffer.from(hex, 'hex')),
    ]),
    ['random bytes', randomBytes()],
  ]
  // Byte by byte a part is enough: repeated searching would take many times as long.
  test.each(floods)(
    'reads a megabyte of %s within a second, and a quarter of it byte by byte',
    (_name, whole) => {
      for (const { size, end } of [
        { size: 1, end: MEGABYTE / 4 },
        { size: 1460, end: MEGABYTE },
      ]) {
        const session = openSession('tcp')
        const splitter = new FrameSplitter([protocol], session)
        let maxBuffered = 0
        // CPU time of this thread, not elapsed time: the machine may be busy.
        const startedAt = process.threadCpuUsage()
        for (let at = 0; at < end; at += size) {
          for (const cut of splitter.push(whole.subarray(at, at + size))) {
            if (cut.kind === 'frame') protocol.decode(cut.bytes, session, receivedAt)
          }
          maxBuffered = Math.max(maxBuffered, splitter.bufferedBytes)
        }
        const { user, system } = process.threadCpuUsage(startedAt)
        expect(user + system).toBeLessThan(size === 1 ? 500_000 : 1_000_000)
        expect(maxBuffered).toBeLessThanOrEqual(protocol.maxFrameBytes)
      }
    },
  )
})

describe.each(httpProtocols)('$name', (protocol) => {
  const requests = readSamples<HttpSample>(protocol.name).map(requestOf)

  test('decodes and answers any request', () => {
    const bodies = mutation(
      requests.map(({ body, query }) => (body.length > 0 ? body : Buffer.from(String(query)))),
    )
    const property = fc.property(
      fc.constantFrom(...requests),
      fc.oneof(bodies, fc.uint8Array()),
      (request, some) => {
        const body = Buffer.from(some)
        const mutated: HttpRequest =
          request.method === 'GET'
            ? { ...request, query: new URLSearchParams(body.toString('latin1')) }
            : { ...request, body }
        const { decoded, accept, refuse } = protocol.decodeRequest(mutated, receivedAt)
        expect(decoded.length).toBeGreaterThan(0)
        expect([accept.status, refuse.status].every((status) => status >= 200 && status < 500)).toBe(true)
        for (const { latitude = 0, longitude = 0 } of locationsIn(decoded)) {
          expect(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180).toBe(true)
        }
      },
    )
    fc.assert(property, runs)
  })

  const floods: [string, Buffer][] = [
    ['its own samples', repeated(Buffer.concat(requests.map(({ body }) => body)))],
    ...['[', '{"a":', '<a>', '<', '&', '&amp;', '=', '%', '"', '0', ',', ' '].map(
      (piece): [string, Buffer] => [piece, repeated(Buffer.from(piece))],
    ),
    ['random bytes', randomBytes()],
  ]
  test.each(floods)('reads a body of maximum size of "%s" within a second', (_name, whole) => {
    const startedAt = process.threadCpuUsage()
    for (const request of requests.slice(0, 4)) {
      protocol.decodeRequest({ ...request, body: whole.subarray(0, MEGABYTE / 4) }, receivedAt)
    }
    const { user, system } = process.threadCpuUsage(startedAt)
    expect(user + system).toBeLessThan(1_000_000)
  })

  test('locations round-trip', () => {
    const property = fc.property(someLocations, digits, (locations, identifier) => {
      const decoded = protocol.encode.locations(identifier, locations).flatMap((request) => {
        return protocol.decodeRequest(request, receivedAt).decoded
      })
      expectFrom(decoded, identifier)
      expectSame(protocol, locationsIn(decoded), locations)
    })
    fc.assert(property, runs)
  })
})

/** expect is slow compared to the tested code: it is called only when it will fail. */
function expectEqual(found: unknown, wanted: unknown): void {
  if (found !== wanted) expect(found).toBe(wanted)
}

function identifierIn({ identifierDigits = 15 }: SocketProtocol, imei: string): string {
  return imei.slice(-identifierDigits)
}

function expectFrom(decoded: Decoded[], identifier: string): void {
  for (const one of decoded) expectEqual(one.identifier, identifier)
}

/** All transmitted values are unchanged; time and coordinates always are, speed and course by most protocols. */
function expectSame({ name }: { name: string }, decoded: Location[], sent: Location[]): void {
  const differences = sent.flatMap((location, index) =>
    differencesOf(decoded[index], location, traits.get(name)!.loss),
  )
  expectEqual([decoded.length, ...differences].join(), String(sent.length))
}

/** The result of the chunks as text: adjacent noise is merged, since only its borders depend on chunking. */
function receive(protocols: readonly SocketProtocol[], chunks: Buffer[]): string {
  const session = openSession('tcp')
  const splitter = new FrameSplitter(protocols, session)
  let log = ''
  let noiseBytes = 0
  const note = (cut: Cut) => {
    if (cut.kind === 'noise') {
      noiseBytes += cut.bytes.length
      return
    }
    if (noiseBytes > 0) log += `noise ${noiseBytes}\n`
    noiseBytes = 0
    if (cut.kind === 'bad') log += `bad ${cut.why}\n`
    else log += `frame ${cut.bytes.toString('hex')} ${decodedText(cut, session)}\n`
  }
  for (const chunk of chunks) {
    for (const cut of splitter.push(chunk)) note(cut)
    const limitBytes = splitter.protocol?.maxFrameBytes ?? 64
    if (splitter.bufferedBytes > limitBytes) log += 'more buffered than one frame\n'
  }
  return `${log}noise ${noiseBytes}, ${splitter.protocol?.name} waits with ${splitter.bufferedBytes}`
}

function decodedText({ protocol, bytes }: Cut & { kind: 'frame' }, session: Session): string {
  return JSON.stringify(plain(protocol.decode(bytes, session, receivedAt)))
}

function meaningsOf(protocol: SocketProtocol, chunks: Buffer[]): Decoded[] {
  const session = openSession('tcp')
  const splitter = new FrameSplitter([protocol], session)
  const cuts = chunks.flatMap((chunk) => splitter.push(chunk))
  return cuts.map((cut) => {
    if (cut.kind !== 'frame') expect.fail(`${cut.kind} among what was encoded`)
    return protocol.decode(cut.bytes, session, receivedAt)
  })
}

function locationsIn(decoded: Decoded[]): Location[] {
  return decoded.flatMap((one) => (one.kind === 'locations' ? one.locations : []))
}

function replyLength(decoded: Decoded): number {
  return 'reply' in decoded && decoded.reply ? decoded.reply.length : 0
}
