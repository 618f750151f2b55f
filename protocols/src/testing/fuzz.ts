// For tests: bytes and locations for every protocol, and checks that are independent of the tested code.
import fc from 'fast-check'
import { laneSeed } from '../../../scripts/lane.ts'
import type { Location } from '../protocol.types.ts'
import type { Loss } from './traits.ts'

export const MEGABYTE = 1_048_576

/**
 * How often each property runs: RASTRO_FUZZ_RUNS times, or for RASTRO_FUZZ_MS, as `npm run fuzz` does in the full lane.
 * Without either, `usualRuns`. The same SEED repeats the same runs.
 */
export function createFuzz(part: string, usualRuns: number) {
  const { RASTRO_FUZZ_RUNS, RASTRO_FUZZ_MS } = process.env
  const seed = laneSeed
  const tried = { properties: 0, runs: 0 }
  const parameters: fc.Parameters<unknown> = {
    seed,
    numRuns: RASTRO_FUZZ_MS ? Number.MAX_SAFE_INTEGER : Number(RASTRO_FUZZ_RUNS ?? usualRuns),
    ...(RASTRO_FUZZ_MS && { interruptAfterTimeLimit: Number(RASTRO_FUZZ_MS) }),
    reporter(details) {
      tried.properties += 1
      tried.runs += details.numRuns
      if (!details.failed) return
      const { errorInstance: cause } = details
      throw new Error(fc.defaultReportMessage(details), { cause })
    },
  }
  return {
    parameters,
    /** The timeout of a test depends on the time of its property. */
    timeoutMs: 20_000 + Number(RASTRO_FUZZ_MS ?? RASTRO_FUZZ_RUNS ?? usualRuns),
    /** For `npm run fuzz`, which sums them up. */
    reportRuns: () => process.stdout.write(`fuzz ${JSON.stringify({ part, seed, ...tried })}\n`),
  }
}

export const chunkSizes = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 6 })

export const digits = fc.integer({ min: 1e14, max: 1e15 - 1 }).map(String)

/** Values that every protocol supports, on the coarsest grid among them. */
const someLocation: fc.Arbitrary<Location> = fc.record({
  // EGTS counts from 2010.
  fixedAt: fc.integer({ min: 1_262_304_000, max: 4_070_908_800 }).map((seconds) => new Date(seconds * 1000)),
  latitude: fc.integer({ min: -90_000_000, max: 90_000_000 }).map((millionths) => millionths / 1e6),
  longitude: fc.integer({ min: -180_000_000, max: 180_000_000 }).map((millionths) => millionths / 1e6),
  valid: fc.constant(true),
  altitudeM: fc.integer({ min: -400, max: 9000 }),
  speedKmh: fc.nat(255),
  courseDeg: fc.nat(359),
  satellites: fc.integer({ min: 1, max: 15 }),
  ignition: fc.boolean(),
  alarms: fc.constant([]),
  attributes: fc.constant({}),
})

export const someLocations = fc.array(
  someLocation.filter(({ latitude, longitude }) => Math.abs(latitude!) + Math.abs(longitude!) > 1e-4),
  { minLength: 1, maxLength: 3 },
)

export function differencesOf(
  decoded: Location | undefined,
  sent: Location,
  { hasOnlyCoordinates, gridDeg }: Loss = { hasOnlyCoordinates: false, gridDeg: 1e-6 },
): string[] {
  if (!decoded) return ['missing']
  const differs = (name: keyof Location, tolerance: number) =>
    !(Math.abs(Number(decoded[name]) - Number(sent[name])) <= tolerance)
  const has = (name: keyof Location) => decoded[name] !== undefined
  return [
    ...(['fixedAt', 'valid'] as const).filter((name) => differs(name, 0)),
    ...(['latitude', 'longitude'] as const).filter((name) => differs(name, gridDeg)),
    ...(['speedKmh', 'courseDeg'] as const).filter((name) => !hasOnlyCoordinates && differs(name, 1e-3)),
    ...(['altitudeM', 'satellites', 'ignition'] as const).filter((name) => has(name) && differs(name, 0)),
    ...decoded.alarms,
  ]
}

/** A flipped bit, a cut, a splice with another sample, or a length that is off by one, zero or huge. */
export function mutation(frames: Buffer[]): fc.Arbitrary<Buffer> {
  const kinds = fc.constantFrom('flip', 'truncate', 'splice', 'more', 'less', 'zero', 'max')
  return fc.tuple(fc.constantFrom(...frames), fc.constantFrom(...frames), kinds, fc.nat(0xffff)).map(mutate)
}

function mutate([frame, other, kind, where]: [Buffer, Buffer, string, number]): Buffer {
  const at = where % frame.length
  if (kind === 'truncate') return frame.subarray(0, at)
  if (kind === 'splice') return Buffer.concat([frame.subarray(0, at), other.subarray(at % other.length)])
  const changed = Buffer.from(frame)
  if (kind === 'flip') changed[at]! ^= 1 << (where % 8)
  // The length is within the first eight bytes of every protocol.
  const lengthAt = at % Math.min(8, frame.length)
  if (kind === 'more') changed[lengthAt]!++
  if (kind === 'less') changed[lengthAt]!--
  if (kind === 'zero') changed[lengthAt] = 0
  if (kind === 'max') changed[lengthAt] = 0xff
  return changed
}

export function inChunks(whole: Buffer, sizes: number[]): Buffer[] {
  const chunks: Buffer[] = []
  for (let at = 0, index = 0; at < whole.length; index++) {
    const size = sizes[index % sizes.length]!
    chunks.push(whole.subarray(at, at + size))
    at += size
  }
  return chunks
}

export function bitwiseCrc(bytes: Uint8Array, polynomial: number, start: number): number {
  let crc = start
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ polynomial : crc >> 1
  }
  return crc
}

/** CRC-16/CCITT-FALSE: the highest bit first. From 0 it is XMODEM. */
export function ccittOf(bytes: Uint8Array, start = 0xffff): number {
  let crc = start
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : crc << 1
  }
  return crc
}

export function repeated(bytes: Buffer): Buffer {
  return Buffer.alloc(MEGABYTE, bytes)
}

/** The same on every run. */
export function randomBytes(): Buffer {
  const bytes = Buffer.alloc(MEGABYTE)
  let state = 42
  for (let at = 0; at < MEGABYTE; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    bytes[at] = state >>> 16
  }
  return bytes
}
