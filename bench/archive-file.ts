// npm run bench -- archive-file: size and speed of archive files, without database and store. 100 devices with one location
// every 30 s of a week, moving 8 hours a day with noise, with the attributes of usual trackers.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { report } from '../scripts/proof/report.ts'
import type { ArchivedRows, NullableInts } from '../server/src/features/archive/file/archived-rows.types.ts'
import { fromCopiedRows } from '../server/src/features/archive/file/copied-rows.ts'
import { readGroup } from '../server/src/features/archive/file/file-reader.ts'
import { openFileSource } from '../server/src/features/archive/file/file-source.ts'
import { createArchiveFile } from '../server/src/features/archive/file/file-writer.ts'
import { createGroupCache } from '../server/src/features/archive/file/group-cache.ts'
import { selectFromGroups } from '../server/src/features/archive/file/select-from-groups.ts'
import { toTexts } from '../server/src/features/archive/file/testing/arbitrary-rows.ts'
import { toCopied } from '../server/src/features/archive/file/testing/binary-rows.ts'
import type { WrittenFile } from '../server/src/features/archive/file/written-file.types.ts'
import type { Random } from '../simulator/src/random.ts'
import { createRandom } from '../simulator/src/random.ts'
import type { Figures } from './harness.ts'
import { percentile } from './harness.ts'

const dayMs = 86_400_000
const everyMs = 30_000
const days = 7
const rowsPerDevice = (days * dayMs) / everyMs
const beginsAtMs = Date.UTC(2026, 2, 2)
const reads = 300
const warmUpReads = 50

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { devices: { type: 'string', default: '100' } } })
  const folder = await mkdtemp(join(tmpdir(), 'bench-archive-'))
  const path = join(folder, 'part.parquet')
  try {
    const { written, figures } = await measureWriting(path, Number(values.devices))
    report(
      'archive-file',
      { ...figures, ...(await measureReading(path, written)) },
      {
        'bytes per location': { atMost: 25 },
        'locations per CPU second, from columns': { atLeast: 200_000 },
        'locations per CPU second, as PostgreSQL copies them': { atLeast: 200_000 },
        "a device's day, CPU ms p50": { atMost: 10 },
        'memory added by parsing and writing, MB': { atMost: 150 },
      },
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function measureWriting(
  path: string,
  devices: number,
): Promise<{ written: WrittenFile; figures: Figures }> {
  const makingKb = peakOfMaking()
  const file = await createArchiveFile(path)
  let parsingMs = 0
  let writingMs = 0
  for (let deviceNumber = 1; deviceNumber <= devices; deviceNumber += 1) {
    const copied = toCopied(makeWeek(deviceNumber))
    const parsing = process.cpuUsage()
    const rows = fromCopiedRows(copied)
    parsingMs += cpuMsSince(parsing)
    const writing = process.cpuUsage()
    await file.write(rows)
    writingMs += cpuMsSince(writing)
  }
  const finishing = process.cpuUsage()
  const written = await file.finish()
  writingMs += cpuMsSince(finishing)
  const last = written.groups.at(-1)!
  const figures = {
    locations: written.rows,
    'bytes per location': written.bytes / written.rows,
    'locations per CPU second, from columns': Math.round((written.rows / writingMs) * 1_000),
    'locations per CPU second, as PostgreSQL copies them': Math.round(
      (written.rows / (writingMs + parsingMs)) * 1_000,
    ),
    'row groups': written.groups.length,
    'footer bytes per row group': (written.bytes - last.offset - last.bytes) / written.groups.length,
    'memory added by parsing and writing, MB': (process.resourceUsage().maxRSS - makingKb) / 1_024,
  }
  return { written, figures }
}

/** The rows that this writes are made in the same process. */
function peakOfMaking(): number {
  for (let deviceNumber = 1; deviceNumber <= 20; deviceNumber += 1) toCopied(makeWeek(deviceNumber))
  return process.resourceUsage().maxRSS
}

/** Days of devices: the bytes are in the cache of the system. Nothing is remembered, except for the second selection. */
async function measureReading(path: string, written: WrittenFile): Promise<Figures> {
  const source = await openFileSource(path)
  const random = createRandom(1)
  const decodingMs: number[] = []
  const selectingMs: number[] = []
  const fetchedBytes: number[] = []
  for (let read = -warmUpReads; read < reads; read += 1) {
    const { deviceNumber } = random.pick(written.devices)
    const fromMs = beginsAtMs + Math.floor(random.next() * days) * dayMs
    const groups = groupsOf(written, deviceNumber, fromMs, fromMs + dayMs)
    const decoding = process.cpuUsage()
    for (const group of groups) await readGroup(source, group)
    const decodedMs = cpuMsSince(decoding)
    const selectedMs = await measureSelection({ source, groups, deviceNumber, fromMs })
    if (read < 0) continue
    decodingMs.push(decodedMs)
    selectingMs.push(selectedMs)
    fetchedBytes.push(groups.reduce((sum, { bytes }) => sum + bytes, 0))
  }
  await source.close()
  return {
    "a device's day, CPU ms p50": percentile(decodingMs, 0.5),
    "a device's day, CPU ms p95": percentile(decodingMs, 0.95),
    'its bytes, kB p50': percentile(fetchedBytes, 0.5) / 1_000,
    'its arrays from remembered groups, CPU ms p50': percentile(selectingMs, 0.5),
  }
}

interface Day {
  source: Awaited<ReturnType<typeof openFileSource>>
  groups: WrittenFile['groups']
  deviceNumber: number
  fromMs: number
}

async function measureSelection({ source, groups, deviceNumber, fromMs }: Day): Promise<number> {
  const cache = createGroupCache(64_000_000)
  const contents = await Promise.all(groups.map((group) => source.read(group.offset, group.bytes)))
  const period = { fromMs, toMs: fromMs + dayMs, isDescending: false, after: undefined, limit: Infinity }
  const request = {
    wanted: { accountId: 1, deviceNumber, ...period },
    groups: groups.map((group, index) => ({ file: 'part.parquet', group, content: contents[index] })),
  }
  selectFromGroups(cache, request)
  const began = process.cpuUsage()
  selectFromGroups(cache, request)
  return cpuMsSince(began)
}

function groupsOf({ groups }: WrittenFile, deviceNumber: number, fromMs: number, toMs: number) {
  return groups.filter((group, index) => {
    const next = groups[index + 1]
    const begins = group.deviceNumber - deviceNumber || group.fixedAtMs - toMs
    const ends = next ? next.deviceNumber - deviceNumber || next.fixedAtMs - fromMs : 1
    return begins < 0 && ends >= 0
  })
}

function cpuMsSince(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1_000
}

const kinds = ['vehicle', 'vehicle', 'cell', 'simple', 'phone'] as const

interface State {
  isMoving: boolean
  latitudeE7: number
  longitudeE7: number
  altitudeM: number
  speedTenthKmh: number
  courseTenthDeg: number
  satellites: number
  mileageKm: number
  cell: number
  batteryPct: number
}

function makeWeek(deviceNumber: number): ArchivedRows {
  const random = createRandom(deviceNumber)
  const kind = kinds[deviceNumber % kinds.length]!
  const rows = emptyRows(deviceNumber)
  const hasAccuracy = kind === 'phone'
  rows.accuracyM.isNull = hasAccuracy ? undefined : new Uint8Array(rowsPerDevice).fill(1)
  rows.satellites.isNull = hasAccuracy ? new Uint8Array(rowsPerDevice).fill(1) : undefined
  const more: string[] = []
  let state = firstState(random)
  const startMs = beginsAtMs + Math.floor(random.between(0, 30)) * 1_000
  for (let row = 0; row < rowsPerDevice; row += 1) {
    const hour = ((row * everyMs) % dayMs) / 3_600_000
    state = nextState(state, hour >= 8 && hour < 16, random)
    // Most trackers report to the second, and some reports are late by one.
    rows.fixedAtMs[row] = startMs + row * everyMs + (random.next() < 0.08 ? 1_000 : 0)
    rows.receivedAtMs[row] = rows.fixedAtMs[row]! + Math.floor(random.between(1_000, 5_000))
    rows.fingerprint[row] = random.next() * 2 ** 32
    const noise = state.isMoving ? 0 : 150
    rows.latitudeE7.values[row] = state.latitudeE7 + normal(random) * noise
    rows.longitudeE7.values[row] = state.longitudeE7 + normal(random) * noise
    rows.altitudeM.values[row] = state.altitudeM
    rows.speedTenthKmh.values[row] = state.speedTenthKmh
    rows.courseTenthDeg.values[row] = state.isMoving ? state.courseTenthDeg : 0
    if (hasAccuracy) rows.accuracyM.values[row] = random.between(3, 15)
    else rows.satellites.values[row] = state.satellites
    more.push(moreOf(kind, state, random))
  }
  return { ...rows, more: toTexts(more) }
}

function emptyRows(deviceNumber: number): ArchivedRows {
  const ints = () => new Int32Array(rowsPerDevice)
  const nullable = (): NullableInts => ({ values: ints(), isNull: undefined })
  return {
    count: rowsPerDevice,
    accountId: ints().fill(1),
    deviceNumber: ints().fill(deviceNumber),
    fixedAtMs: new Float64Array(rowsPerDevice),
    receivedAtMs: new Float64Array(rowsPerDevice),
    fingerprint: ints(),
    latitudeE7: nullable(),
    longitudeE7: nullable(),
    altitudeM: nullable(),
    speedTenthKmh: nullable(),
    courseTenthDeg: nullable(),
    accuracyM: nullable(),
    satellites: nullable(),
    more: toTexts([]),
  }
}

function firstState(random: Random): State {
  return {
    isMoving: false,
    latitudeE7: random.between(430_000_000, 530_000_000),
    longitudeE7: random.between(60_000_000, 160_000_000),
    altitudeM: random.between(0, 500),
    speedTenthKmh: 0,
    courseTenthDeg: random.between(0, 3_600),
    satellites: 10,
    mileageKm: random.between(10_000, 100_000),
    cell: random.between(0, 60_000),
    batteryPct: 80,
  }
}

function nextState(state: State, isMoving: boolean, random: Random): State {
  const satellites =
    random.next() < 0.2 ? clamp(state.satellites + Math.round(normal(random)), 4, 16) : state.satellites
  const batteryPct =
    random.next() < 0.002 ? clamp(state.batteryPct + (isMoving ? 3 : -1), 5, 100) : state.batteryPct
  if (!isMoving) return { ...state, isMoving, speedTenthKmh: 0, satellites, batteryPct }
  const speed = clamp(state.speedTenthKmh * 0.9 + 60 + normal(random) * 80, 0, 1_300)
  const course = (state.courseTenthDeg + normal(random) * 150 + 3_600) % 3_600
  const metres = (speed / 36) * (everyMs / 1_000)
  const radians = (course / 1_800) * Math.PI
  return {
    isMoving,
    latitudeE7: state.latitudeE7 + Math.cos(radians) * metres * 90 + normal(random) * 90,
    longitudeE7: state.longitudeE7 + Math.sin(radians) * metres * 130 + normal(random) * 130,
    altitudeM: state.altitudeM + normal(random) * 3,
    speedTenthKmh: speed,
    courseTenthDeg: course,
    satellites,
    mileageKm: state.mileageKm + metres / 1_000,
    cell: random.next() < 0.3 ? random.between(0, 60_000) : state.cell,
    batteryPct,
  }
}

/** As PostgreSQL prints `jsonb`: short names first. */
function moreOf(kind: (typeof kinds)[number], state: State, random: Random): string {
  const { isMoving, mileageKm, batteryPct, cell } = state
  if (kind === 'phone') return `{"battery": ${batteryPct}}`
  if (kind === 'simple') return `{"mileage": ${round(mileageKm, 1)}, "ignition": ${isMoving}}`
  const signal = Math.floor(random.between(3, 6))
  if (kind === 'cell') {
    const attributes = `{"lac": 1200, "mcc": 262, "mnc": 2, "cellId": ${Math.floor(cell)}, "gsmSignal": ${signal}}`
    return `{"battery": ${batteryPct}, "ignition": ${isMoving}, "attributes": ${attributes}}`
  }
  const power = round((isMoving ? 13.8 : 12.5) + normal(random) * 0.05, 3)
  const hdop = round(random.between(0.6, 1.1), 1)
  const attributes = `{"hdop": ${hdop}, "gsmSignal": ${signal}, "batteryVoltage": ${round(random.between(4.05, 4.09), 2)}}`
  return `{"moving": ${isMoving}, "mileage": ${round(mileageKm, 3)}, "ignition": ${isMoving}, "attributes": ${attributes}, "powerVoltage": ${power}}`
}

function normal(random: Random): number {
  return (random.next() + random.next() + random.next() + random.next() - 2) * 1.73
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
