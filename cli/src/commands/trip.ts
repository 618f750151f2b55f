// Trips, stops and gaps, the days of a device, and sums of them.

import type { Day, Rastro, Segment, Summary, TripExplanation } from '@rastro/client'
import { Command, Option } from 'commander'
import type { ClientOptions } from '../connection.ts'
import { asClient, connected } from '../connection.ts'
import { UsageError } from '../failure.ts'
import { findDevice, findDriver, findGroup } from '../finding.ts'
import { printList, timeOf } from '../listing.ts'
import { hoursOf, kilometresOf } from '../measures.ts'
import { wholeFrom } from '../options.ts'
import { fieldsOf, print } from '../output.ts'
import { periodOf } from '../period.ts'

const deviceWords = 'its identifier (IMEI), name, or dev_…'
const perPage = 200
const perPageOfSums = 1_000

interface ListOptions extends ClientOptions {
  from?: string
  to?: string
  group?: string
  driver?: string
  minKm?: number
  kind: 'trips' | 'stops' | 'timeline'
}

const list = () =>
  asClient(
    new Command('list')
      .option('--from <time>', 'only after this time: 2026-11-15, or 2026-11-15T08:00:00Z')
      .option('--to <time>', 'only before this time')
      .addOption(
        new Option('--kind <kind>', 'trips, stops, or the timeline of a device with gaps')
          .choices(['trips', 'stops', 'timeline'])
          .default('trips'),
      )
      .option('--group <group>', 'of all devices: only those of this group')
      .option('--driver <driver>', 'of all devices: only trips of this driver: name, tag, or drv_…')
      .option('--min-km <number>', 'of all devices: only from this distance on', wholeFrom(0)),
  )
    .description('list trips or stops of a device, or of all devices, newest first')
    .argument('[device]', deviceWords)
    .action((text: string | undefined, options: ListOptions) =>
      connected(options, async (rastro) => {
        const pages = text === undefined ? listOfAll(rastro, options) : listOfDevice(rastro, text, options)
        await printList(options, pages, segmentColumns, 'None.')
      }),
    )

const segmentColumns = {
  id: ({ id }: Segment) => id,
  device: ({ deviceId }: Segment) => deviceId,
  start: ({ start }: Segment) => timeOf(start.dateTime),
  end: ({ end, state }: Segment) => (end ? timeOf(end.dateTime) : state),
  km: ({ distance }: Segment) => kilometresOf(distance),
  time: ({ duration }: Segment) => hoursOf(duration),
  idle: ({ idleSeconds }: Segment) => hoursOf(idleSeconds),
  driver: ({ driver, driverTag }: Segment) => driver?.name ?? driverTag,
  corrected: ({ corrections }: Segment) => (corrections > 0 ? `${corrections}×` : ''),
}

async function* listOfDevice(
  rastro: Rastro,
  text: string,
  { kind, group, driver, minKm, ...options }: ListOptions,
): AsyncGenerator<Segment[]> {
  if (group !== undefined || driver !== undefined || minKm !== undefined)
    throw new UsageError('--group, --driver and --min-km are for the list of all devices.')
  const path = { deviceId: (await findDevice(rastro, text)).id }
  const query = { ...periodOf(options), limit: perPage }
  if (kind === 'timeline') {
    for await (const page of rastro.pages('/api/devices/{deviceId}/timeline', { path, query }))
      yield page.timeline
  } else if (kind === 'stops') {
    for await (const page of rastro.pages('/api/devices/{deviceId}/stops', { path, query })) yield page.stops
  } else
    for await (const page of rastro.pages('/api/devices/{deviceId}/trips', { path, query })) yield page.trips
}

async function* listOfAll(rastro: Rastro, options: ListOptions): AsyncGenerator<Segment[]> {
  const { kind, minKm } = options
  if (kind === 'timeline') throw new UsageError('The timeline is of one device. Name it.')
  const query = {
    ...periodOf(options),
    ...(options.group !== undefined && { group: (await findGroup(rastro, options.group)).id }),
    ...(minKm !== undefined && { minDistance: minKm * 1_000 }),
    limit: perPage,
  }
  if (kind === 'stops' && options.driver !== undefined) throw new UsageError('Stops have no driver.')
  const driver = options.driver !== undefined && { driver: (await findDriver(rastro, options.driver)).id }
  if (kind === 'stops') for await (const { stops } of rastro.pages('/api/stops', { query })) yield stops
  else
    for await (const { trips } of rastro.pages('/api/trips', { query: { ...query, ...driver } })) yield trips
}

const show = () =>
  asClient(new Command('show'))
    .description('show a trip, a stop or a gap, and why it began and ended')
    .argument('<trip>', 'trp_…, sto_… or gap_…')
    .action((tripId: string, options: ClientOptions) =>
      connected(options, async (rastro) => {
        const path = { tripId }
        const segment = await rastro.get('/api/trips/{tripId}', { path })
        const { explanation } = await rastro.get('/api/trips/{tripId}/explanation', { path })
        const {
          requestId: _requestId,
          success: _success,
          apiUsage: _used,
          apiDailyUsage: _today,
          ...shown
        } = segment
        print(options, { ...shown, explanation }, fieldsOf(fieldsOfSegment(segment, explanation)))
      }),
    )

function fieldsOfSegment(
  segment: Segment,
  { began, ended, leftOut }: TripExplanation,
): Record<string, unknown> {
  const { start, end, state, corrections, correctedAt } = segment
  return {
    id: segment.id,
    device: segment.deviceId,
    type: segment.type,
    state,
    start: `${timeOf(start.dateTime)}  ${start.latitude}, ${start.longitude}`,
    end: end && `${timeOf(end.dateTime)}  ${end.latitude}, ${end.longitude}`,
    distance: `${kilometresOf(segment.distance)} km`,
    duration: hoursOf(segment.duration),
    idle: hoursOf(segment.idleSeconds),
    driver: segment.driver?.name ?? segment.driverTag,
    purpose: segment.purpose === 'unset' ? '' : segment.purpose,
    note: segment.note,
    'began by': reasonOf(began),
    'ended by': ended && reasonOf(ended),
    'left out': leftOut.length > 0 ? `${leftOut.length} locations` : '',
    corrected: corrections > 0 ? `${corrections}×, last ${timeOf(correctedAt)}` : '',
  }
}

function reasonOf({ by, decidedAt, measured, threshold }: TripExplanation['began']): string {
  const parts = [
    threshold.metres > 0 &&
      measured.metres !== null &&
      `${Math.round(measured.metres)} of ${threshold.metres} m`,
    threshold.seconds > 0 && `${measured.seconds} of ${threshold.seconds} s`,
  ].filter((part) => part !== false)
  return `${by}, decided ${timeOf(decidedAt)}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`
}

interface SetOptions extends ClientOptions {
  purpose?: Segment['purpose']
  driver?: string
  note?: string
}

const set = () =>
  asClient(
    new Command('set')
      .addOption(
        new Option('--purpose <purpose>', 'what the trip was for').choices([
          'business',
          'private',
          'commute',
          'unset',
        ]),
      )
      .option('--driver <driver>', 'name, tag, or drv_…; an empty text: by tags and assignments')
      .option('--note <text>', 'free text; an empty one removes it'),
  )
    .description('set purpose, driver or note of a trip')
    .argument('<trip>', 'trp_…')
    .action((tripId: string, { purpose, driver, note, ...options }: SetOptions) =>
      connected(options, async (rastro) => {
        const body = {
          ...(purpose !== undefined && { purpose }),
          ...(driver !== undefined && {
            driverId: driver === '' ? null : (await findDriver(rastro, driver)).id,
          }),
          ...(note !== undefined && { note: note || null }),
        }
        if (Object.keys(body).length === 0)
          throw new UsageError('Nothing to change. See --help for the options.')
        const trip = await rastro.patch('/api/trips/{tripId}', { path: { tripId }, body })
        const shown = { id: trip.id, driver: trip.driver, purpose: trip.purpose, note: trip.note }
        print(options, shown, fieldsOf({ ...shown, driver: trip.driver?.name }))
      }),
    )

interface RangeOptions extends ClientOptions {
  from: string
  to: string
}

const days = () =>
  asClient(
    new Command('days')
      .requiredOption('--from <date>', 'first day, in the time zone of the account')
      .requiredOption('--to <date>', 'last day'),
  )
    .description('list the days of a device')
    .argument('<device>', deviceWords)
    .action((text: string, options: RangeOptions) =>
      connected(options, async (rastro) => {
        const path = { deviceId: (await findDevice(rastro, text)).id }
        const { from, to } = options
        const { days } = await rastro.get('/api/devices/{deviceId}/days', { path, query: { from, to } })
        const columns = { day: ({ day }: Day) => day, ...sumColumns }
        await printList<Day>(options, [days], columns, 'No days.')
      }),
    )

const summaryKeys = ['device', 'group', 'day', 'week', 'month'] as const

const summary = () =>
  asClient(
    new Command('summary')
      .requiredOption('--from <date>', 'first day, in the time zone of the account')
      .requiredOption('--to <date>', 'last day')
      .addOption(new Option('--by <what>', 'what a line is about').choices(summaryKeys).default('device'))
      .option('--group <group>', 'only devices of this group'),
  )
    .description('add up distances and times of devices')
    .action((options: RangeOptions & { by: (typeof summaryKeys)[number]; group?: string }) =>
      connected(options, async (rastro) => {
        const { from, to, by, group } = options
        const groupId = group === undefined ? undefined : (await findGroup(rastro, group)).id
        const query = { from, to, by, ...(groupId !== undefined && { group: groupId }), limit: perPageOfSums }
        const columns = {
          [by]: ({ deviceId, groupId, from }: Summary) => deviceId ?? groupId ?? from,
          ...sumColumns,
        }
        await printList<Summary>(options, summariesOf(rastro, query), columns, 'None.')
      }),
    )

async function* summariesOf(
  rastro: Rastro,
  query: { from: string; to: string; by: (typeof summaryKeys)[number]; group?: string; limit: number },
): AsyncGenerator<Summary[]> {
  for await (const { summaries } of rastro.pages('/api/summaries', { query })) yield summaries
}

type Sums = Pick<Day & Summary, 'trips' | 'distance' | 'tripSeconds' | 'stopSeconds' | 'idleSeconds'>
const sumColumns = {
  trips: ({ trips }: Sums) => trips,
  km: ({ distance }: Sums) => kilometresOf(distance),
  driving: ({ tripSeconds }: Sums) => hoursOf(tripSeconds),
  stopped: ({ stopSeconds }: Sums) => hoursOf(stopSeconds),
  idle: ({ idleSeconds }: Sums) => hoursOf(idleSeconds),
}

export function tripCommand(): Command {
  return new Command('trip')
    .description('trips, stops, days and sums')
    .addCommand(list())
    .addCommand(show())
    .addCommand(set())
    .addCommand(days())
    .addCommand(summary())
}
