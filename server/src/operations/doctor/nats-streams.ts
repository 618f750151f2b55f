// Checks that the streams exist, are configured correctly, have space, and are consumed.

import type { BusState, StreamState } from '../../platform/bus/nats-health.ts'
import type { Check, DoctorContext } from './doctor.types.ts'
import {
  fault,
  inEnvironment,
  inJetStreamBlock,
  inMb,
  inShell,
  manually,
  ok,
  restart,
  warning,
} from './findings.ts'
import type { Monitor } from './reach.ts'
import { fetchMonitor, inspectBusState } from './reach.ts'

/** Early enough to react. */
const warningShare = 0.7
const faultShare = 0.9
/** From here on, events of the largest account are removed. */
const removalShare = 0.75
const promisedHours = 24
const manyWaiting = 10_000
/** A location is promised to be stored within 5 seconds. */
const slowSeconds = 5
const stuckSeconds = 60
const mbBytes = 1024 ** 2

async function getBus(ctx: DoctorContext): Promise<BusState> {
  return (await inspectBusState(ctx)) as BusState
}

async function listStreams(ctx: DoctorContext): Promise<StreamState[]> {
  const { locations, events, frames, snapshots } = await getBus(ctx)
  return [locations, events, ...(frames ? [frames] : []), snapshots]
}

const hoursSince = ({ now }: DoctorContext, { found }: StreamState) =>
  found ? Math.floor((now().getTime() - found.firstAt.getTime()) / 3_600_000) : 0

const recorderNumber = (name: string) => Number(/^recorder-(\d+)$/.exec(name)?.[1] ?? -1)

export const streamChecks: Check[] = [
  {
    id: 'nats.stream-missing',
    group: 'NATS',
    about: 'a stream is missing',
    needs: 'bus',
    async run(ctx) {
      return (await listStreams(ctx)).flatMap(({ name, found }) =>
        found
          ? ok(`the stream ${name} exists, with ${found.messages} messages`)
          : warning(
              `the stream ${name} does not exist`,
              'The first start creates it. If it existed before, messages that were not stored yet are lost.',
              inShell('rastro serve'),
            ),
      )
    },
  },
  {
    id: 'nats.stream-settings',
    group: 'NATS',
    about: 'a stream has other settings, or fewer replicas, than configured',
    needs: 'bus',
    async run(ctx) {
      return (await listStreams(ctx)).flatMap(({ name, found }) => {
        if (!found) return []
        if (found.differences.length === 0) return ok(`the stream ${name} is as configured`)
        return fault(
          `the stream ${name} is misconfigured: ${found.differences.join('; ')}`,
          'It may drop messages before they are stored, or not survive the loss of a server. Starting a process corrects it.',
          inShell('rastro serve'),
        )
      })
    },
  },
  {
    id: 'nats.replicas',
    group: 'NATS',
    about: 'fewer replicas than the NATS cluster allows, or more replicas than servers',
    needs: 'bus',
    async run(ctx) {
      const { servers } = await getBus(ctx)
      const { replicas } = ctx.config.bus
      const recommended = Math.min(3, servers)
      const message = `${replicas} replicas on ${servers} NATS servers`
      const advice = inEnvironment(`export RASTRO_STREAM_REPLICAS=${recommended}`)
      if (replicas > servers)
        return fault(message, 'The streams cannot be created. No process starts.', advice)
      if (replicas < recommended) return warning(message, 'Losing one server loses the log.', advice)
      return ok(message)
    },
  },
  {
    id: 'nats.disk',
    group: 'NATS',
    about: 'the NATS store is nearly full, or too small for the streams',
    needs: 'monitor',
    async run(ctx) {
      const { jetstream } = (await fetchMonitor(ctx)) as Monitor
      const { config, stats } = jetstream ?? {}
      if (!config || !stats) return []
      const streams = await listStreams(ctx).catch(() => [])
      const ours = streams.reduce((sum, one) => sum + (one.found ? one.maxBytes : 0), 0)
      const { locationLogMaxMb, eventLogMaxMb, frameLogMaxMb, frameLogHours } = ctx.config.bus
      const available = config.max_storage - Math.max(0, stats.reserved_storage - ours)
      const wanted = (locationLogMaxMb + eventLogMaxMb + (frameLogHours > 0 ? frameLogMaxMb : 0)) * mbBytes
      if (wanted > available) {
        const ofTwentyMb = Math.floor((available * faultShare) / mbBytes / 20)
        return fault(
          `the streams need ${inMb(wanted)}, but the NATS store has ${inMb(available)}`,
          'The streams cannot be created. No process starts.',
          inEnvironment(
            `export RASTRO_LOCATION_LOG_MAX_MB=${Math.max(16, ofTwentyMb * 12)} RASTRO_EVENT_LOG_MAX_MB=${Math.max(1, ofTwentyMb * 6)} RASTRO_FRAME_LOG_MAX_MB=${Math.max(1, ofTwentyMb * 2)}`,
          ),
          manually(
            `Or raise the limit of NATS: "max_file_store: ${Math.ceil(wanted / mbBytes) + 1_024}MB" in its jetstream block.`,
          ),
        )
      }
      const share = stats.storage / config.max_storage
      const message = `the NATS store is ${Math.round(share * 100)} % full (${inMb(stats.storage)} of ${inMb(config.max_storage)})`
      if (share < warningShare) return ok(message)
      const report = share < faultShare ? warning : fault
      return report(
        message,
        'When the store is full, trackers are not acknowledged.',
        inJetStreamBlock(`max_file_store: ${Math.ceil((2 * config.max_storage) / mbBytes)}MB`),
        restart('nats-server'),
      )
    },
  },
  {
    id: 'nats.log-full',
    group: 'NATS',
    about: 'the location log is nearly full',
    needs: 'bus',
    async run(ctx) {
      const { locations } = await getBus(ctx)
      const bytes = locations.found?.bytes ?? 0
      const share = bytes / locations.maxBytes
      const message = `the location log is ${Math.round(share * 100)} % full (${inMb(bytes)} of ${inMb(locations.maxBytes)})`
      if (share < warningShare) return ok(message)
      const report = share < faultShare ? warning : fault
      const { locationLogMaxMb, locationLogHours } = ctx.config.bus
      return report(
        message,
        `It reaches back ${hoursSince(ctx, locations)} of ${locationLogHours} hours. Above 80 %, stored messages are purged; when it is full of others, trackers are not acknowledged.`,
        inEnvironment(`export RASTRO_LOCATION_LOG_MAX_MB=${locationLogMaxMb * 2}`),
        inShell('rastro serve'),
      )
    },
  },
  {
    id: 'nats.event-log-short',
    group: 'NATS',
    about: 'the event log is too small for a day',
    needs: 'bus',
    async run(ctx) {
      const { events } = await getBus(ctx)
      const share = (events.found?.bytes ?? 0) / events.maxBytes
      const hours = hoursSince(ctx, events)
      const message = `the event log is ${Math.round(share * 100)} % full and reaches back ${hours} hours`
      if (share < removalShare || hours >= promisedHours) return ok(message)
      return warning(
        message,
        'The account with the most events loses its oldest before 24 hours have passed.',
        inEnvironment(`export RASTRO_EVENT_LOG_MAX_MB=${ctx.config.bus.eventLogMaxMb * 2}`),
        inShell('rastro serve'),
      )
    },
  },
  {
    id: 'nats.partitions',
    group: 'NATS',
    about: 'the location log has more partitions than configured',
    needs: 'bus',
    async run(ctx) {
      const { locations } = await getBus(ctx)
      const { partitions } = ctx.config.bus
      const highest = Math.max(
        -1,
        ...(locations.found?.consumers ?? []).map(({ name }) => recorderNumber(name)),
      )
      if (highest < partitions) return ok(`the location log has ${partitions} partitions`)
      return fault(
        `the location log has ${highest + 1} partitions, but RASTRO_LOCATION_LOG_PARTITIONS is ${partitions}`,
        'Messages in the other partitions are not stored. Devices change partitions, so their locations are stored out of order.',
        inEnvironment(`export RASTRO_LOCATION_LOG_PARTITIONS=${highest + 1}`),
      )
    },
  },
  {
    id: 'nats.lag',
    group: 'NATS',
    about: 'locations in the log are not being stored',
    needs: 'bus',
    async run(ctx) {
      const { found } = (await getBus(ctx)).locations
      const consumers = (found?.consumers ?? []).filter(({ name }) => recorderNumber(name) >= 0)
      // Without any consumer, no recorder has ever run and nothing of the log is stored.
      const unconsumed = consumers.length === 0 ? (found?.messages ?? 0) : 0
      const waiting = consumers.reduce((sum, one) => sum + one.waiting + one.unacknowledged, unconsumed)
      const idle = consumers.filter((one) => one.waiting > 0 && !one.isFetching && one.unacknowledged === 0)
      const ages = consumers.flatMap(({ name, oldestAt }) =>
        oldestAt
          ? { partition: recorderNumber(name), seconds: (ctx.now().getTime() - oldestAt.getTime()) / 1_000 }
          : [],
      )
      const oldest = ages.sort((one, other) => other.seconds - one.seconds)[0]
      const age = oldest ? `, for up to ${Math.round(oldest.seconds)} s in partition ${oldest.partition}` : ''
      const message = `${waiting} messages are waiting to be stored${age}`
      if (idle.length > 0 || unconsumed > 0)
        return fault(
          `${message}, and no recorder consumes ${idle.length > 0 ? `partition ${idle.map(({ name }) => recorderNumber(name)).join(', ')}` : 'the log'}`,
          'The log retains the locations, but they are not visible until a recorder runs.',
          inShell('rastro serve recorder'),
        )
      const seconds = oldest?.seconds ?? 0
      if (waiting <= manyWaiting && seconds <= slowSeconds) return ok(message)
      const report = seconds > stuckSeconds ? fault : warning
      return report(
        message,
        'Maps and alerts are delayed. Another recorder shares the load; the log of the recorders names the cause.',
        inShell('rastro serve recorder'),
      )
    },
  },
]
