// Whether the logs are there as they must be, have room, and are taken from.

import type { BusState, StreamState } from '../../platform/bus/nats-health.ts'
import type { Check, Patient } from './doctor.types.ts'
import {
  byPerson,
  fault,
  inEnvironment,
  inJetStreamBlock,
  inMb,
  inShell,
  ok,
  restart,
  warning,
} from './findings.ts'
import type { Monitor } from './reach.ts'
import { askBus, askMonitor } from './reach.ts'

/** Early enough to do something about it. */
const fullishShare = 0.7
const fullShare = 0.9
const manyWaiting = 10_000
const mbBytes = 1024 ** 2

async function getBus(patient: Patient): Promise<BusState> {
  return (await askBus(patient)) as BusState
}

async function listStreams(patient: Patient): Promise<StreamState[]> {
  const { locations, events, frames } = await getBus(patient)
  return [locations, events, ...(frames ? [frames] : [])]
}

const recorderNumber = (name: string) => Number(/^recorder-(\d+)$/.exec(name)?.[1] ?? -1)

export const streamChecks: Check[] = [
  {
    id: 'nats.stream-missing',
    group: 'NATS',
    about: 'a stream is missing',
    needs: 'bus',
    async look(patient) {
      return (await listStreams(patient)).flatMap(({ name, found }) =>
        found
          ? ok(`the stream ${name} is there, with ${found.messages} messages`)
          : warning(
              `the stream ${name} is not there`,
              'The first start makes it. Where it was there before, what nobody had stored is lost.',
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
    async look(patient) {
      return (await listStreams(patient)).flatMap(({ name, found }) => {
        if (!found) return []
        if (found.differences.length === 0) return ok(`the stream ${name} is as configured`)
        return fault(
          `of the stream ${name}, ${found.differences.join('; ')}`,
          'It may drop what nobody stored yet, or not outlive a server. A process that starts puts it right.',
          inShell('rastro serve'),
        )
      })
    },
  },
  {
    id: 'nats.replicas',
    group: 'NATS',
    about:
      'a cluster of NATS is used as if it were one server, or more replicas are wanted than there are servers',
    needs: 'bus',
    async look(patient) {
      const { servers } = await getBus(patient)
      const { replicas } = patient.config.bus
      const best = Math.min(3, servers)
      const found = `${replicas} replicas on ${servers} servers of NATS`
      const advice = inEnvironment(`export RASTRO_STREAM_REPLICAS=${best}`)
      if (replicas > servers) return fault(found, 'The streams cannot be made, and nothing starts.', advice)
      if (replicas < best) return warning(found, 'One server that is lost takes the log along.', advice)
      return ok(found)
    },
  },
  {
    id: 'nats.room',
    group: 'NATS',
    about: 'the store of NATS is nearly full, or too small for the streams',
    needs: 'monitor',
    async look(patient) {
      const { jetstream } = (await askMonitor(patient)) as Monitor
      const { config, stats } = jetstream ?? {}
      if (!config || !stats) return []
      const streams = await listStreams(patient).catch(() => [])
      const ours = streams.reduce((sum, one) => sum + (one.found ? one.maxBytes : 0), 0)
      const { logMaxMb, eventsMaxMb, framesMaxMb, framesHours } = patient.config.bus
      const room = config.max_storage - Math.max(0, stats.reserved_storage - ours)
      const wanted = (logMaxMb + eventsMaxMb + (framesHours > 0 ? framesMaxMb : 0)) * mbBytes
      if (wanted > room) {
        const ofTwentyMb = Math.floor((room * fullShare) / mbBytes / 20)
        return fault(
          `the streams want ${inMb(wanted)}, but the store of NATS has room for ${inMb(room)}`,
          'The streams cannot be made, and nothing starts.',
          inEnvironment(
            `export RASTRO_LOG_MAX_MB=${Math.max(16, ofTwentyMb * 12)} RASTRO_EVENTS_MAX_MB=${Math.max(1, ofTwentyMb * 6)} RASTRO_FRAMES_MAX_MB=${Math.max(1, ofTwentyMb * 2)}`,
          ),
          byPerson(
            `Or give NATS more: "max_file_store: ${Math.ceil(wanted / mbBytes) + 1_024}MB" in its block jetstream.`,
          ),
        )
      }
      const share = stats.storage / config.max_storage
      const found = `the store of NATS is ${Math.round(share * 100)} % full (${inMb(stats.storage)} of ${inMb(config.max_storage)})`
      if (share < fullishShare) return ok(found)
      const say = share < fullShare ? warning : fault
      return say(
        found,
        'A full store takes nothing more: trackers are not acknowledged.',
        inJetStreamBlock(`max_file_store: ${Math.ceil((2 * config.max_storage) / mbBytes)}MB`),
        restart('nats-server'),
      )
    },
  },
  {
    id: 'nats.log-full',
    group: 'NATS',
    about: 'the log of locations is nearly full',
    needs: 'bus',
    async look(patient) {
      const { locations } = await getBus(patient)
      const bytes = locations.found?.bytes ?? 0
      const share = bytes / locations.maxBytes
      const found = `the log of locations is ${Math.round(share * 100)} % full (${inMb(bytes)} of ${inMb(locations.maxBytes)})`
      if (share < fullishShare) return ok(found)
      const say = share < fullShare ? warning : fault
      const { logMaxMb, logHours } = patient.config.bus
      return say(
        found,
        `It keeps ${logHours} hours. When it is full, trackers are not acknowledged.`,
        inEnvironment(`export RASTRO_LOG_MAX_MB=${logMaxMb * 2}`),
        inShell('rastro serve'),
      )
    },
  },
  {
    id: 'nats.partitions',
    group: 'NATS',
    about: 'the log was cut into more partitions than configured now',
    needs: 'bus',
    async look(patient) {
      const { locations } = await getBus(patient)
      const { partitions } = patient.config.bus
      const highest = Math.max(-1, ...(locations.found?.takers ?? []).map(({ name }) => recorderNumber(name)))
      if (highest < partitions) return ok(`the log has ${partitions} partitions`)
      return fault(
        `the log was cut into ${highest + 1} partitions, but RASTRO_PARTITIONS is ${partitions}`,
        'What is in the others is not stored, and devices change partitions, which breaks the order of what they said.',
        inEnvironment(`export RASTRO_PARTITIONS=${highest + 1}`),
      )
    },
  },
  {
    id: 'nats.lag',
    group: 'NATS',
    about: 'the log holds locations that nobody stores',
    needs: 'bus',
    async look(patient) {
      const { found } = (await getBus(patient)).locations
      const takers = (found?.takers ?? []).filter(({ name }) => recorderNumber(name) >= 0)
      // Before the first recorder, nothing of the log is stored.
      const untouched = takers.length === 0 ? (found?.messages ?? 0) : 0
      const waiting = takers.reduce((sum, taker) => sum + taker.waiting + taker.inWork, untouched)
      const left = takers.filter((taker) => taker.waiting > 0 && !taker.isAsking && taker.inWork === 0)
      const say = `${waiting} messages wait to be stored`
      if (left.length > 0 || untouched > 0)
        return fault(
          `${say}, and nobody takes them${left.length > 0 ? ` from partition ${left.map(({ name }) => recorderNumber(name)).join(', ')}` : ''}`,
          'What trackers said is kept by the log, but seen by nobody until a recorder runs.',
          inShell('rastro serve recorder'),
        )
      if (waiting <= manyWaiting) return ok(say)
      return warning(
        say,
        'Maps and alerts are late. Another recorder shares the work.',
        inShell('rastro serve recorder'),
      )
    },
  },
]
