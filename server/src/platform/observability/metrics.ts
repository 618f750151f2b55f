// Everything that is counted for operators, in one list. A process has one set of figures, whoever counts: unlike all else
// they are not handed around. No label names a customer or a device; docs/metrics.md is made from this file.

import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { createQuickHistogram, createTallies } from './counters.ts'

export const registry = new Registry()

const named = (name: string, help: string) => ({ name: `rastro_${name}`, help, registers: [registry] })
const counter = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
  new Counter<L>({ ...named(name, help), labelNames })
const gauge = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
  new Gauge<L>({ ...named(name, help), labelNames })
const histogram = <L extends string>(name: string, help: string, buckets: number[], labelNames: L[] = []) =>
  new Histogram<L>({ ...named(name, help), buckets, labelNames })
const tallies = (name: string, help: string, label: string) =>
  createTallies(registry, { ...named(name, help), label })

const quick = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const patient = [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 1_800, 7_200]

export const metrics = {
  connections: gauge('gateway_connections', 'Open connections of trackers', ['protocol']),
  frames: tallies('gateway_frames_total', 'Frames and datagrams of trackers', 'protocol'),
  unreadable: tallies('gateway_unreadable_frames_total', 'Frames that could not be read', 'protocol'),
  receivedBytes: tallies('gateway_received_bytes_total', 'Bytes of trackers', 'transport'),
  refused: counter('gateway_refused_total', 'Trackers that were not served, and why', ['reason']),
  acknowledgement: createQuickHistogram(registry, {
    ...named('gateway_acknowledgement_seconds', 'From a frame over TCP to the answer that may leave'),
    buckets: quick,
  }),
  passedOn: counter('cells_passed_on_total', 'Callers and trackers handed to the cell they live in', ['way']),
  heard: tallies('locations_heard_total', 'Locations that the log took, by any way in', 'protocol'),

  append: histogram('log_append_seconds', 'Until a log confirmed a message', quick, ['log']),
  appendFailures: counter('log_append_failures_total', 'Messages that a log did not take', ['log']),
  logWaiting: gauge('log_waiting_messages', 'Messages of locations that are not stored yet'),
  logOldest: gauge('log_oldest_waiting_seconds', 'Age of the oldest message that is not stored yet'),

  batch: histogram('recorder_batch_seconds', 'From taking a batch to its commit', quick),
  recorded: counter('recorder_locations_total', 'Locations taken from the log, and what became of them', [
    'outcome',
  ]),
  storeDelay: histogram('recorder_delay_seconds', 'From reception to commit, once for each batch', patient),
  batchRetries: counter(
    'recorder_batch_retries_total',
    'Batches that could not be stored and are tried again',
  ),
  deadLetters: counter('recorder_dead_letters_total', 'Messages put aside because they cannot be stored'),
  lastStored: gauge('recorder_last_stored_timestamp_seconds', 'When this process last stored a location'),
  alerts: counter('alerts_raised_total', 'Alerts raised, by the kind of their rule', ['kind']),

  notified: counter('notifications_total', 'Messages handed to a transport, and what became of them', [
    'channel',
    'outcome',
  ]),
  held: counter('notifications_held_total', 'Messages that were held, put off or given up before that', [
    'channel',
    'reason',
  ]),
  notifyDelay: histogram(
    'notification_delay_seconds',
    'From raising an alert to the transport that took it',
    patient,
    ['channel'],
  ),
  notifyWaiting: gauge('notifications_waiting', 'Messages that are due and not taken, 1000 at most', [
    'channel',
  ]),
  notifyOldest: gauge('notifications_oldest_waiting_seconds', 'For how long the oldest of them is due', [
    'channel',
  ]),

  deliveries: counter('webhook_deliveries_total', 'Requests to webhooks, and what became of them', [
    'outcome',
  ]),
  webhookAnswer: histogram('webhook_answer_seconds', 'Until a receiver answered', quick),
  webhookWaiting: gauge('webhook_waiting_deliveries', 'Deliveries that wait'),

  commands: counter('commands_total', 'Commands that came into a state', ['state']),

  requests: histogram('api_request_seconds', 'Answered requests; streams end when they are left', quick, [
    'method',
    'route',
    'status',
  ]),
  streams: gauge('api_streams', 'Open streams of events'),
  eventsTold: counter('api_events_told_total', 'Events told to open streams'),
  eventDelay: histogram('api_event_delay_seconds', 'From the log of events to open streams', quick),

  dbLines: gauge('db_connections', 'Connections to PostgreSQL', ['state']),
  dbWaiting: gauge('db_waiting_callers', 'Callers that wait for a connection'),
  dbFailures: counter(
    'db_failures_total',
    'Statements that failed: refused by rule, timed out, or line lost',
    ['kind'],
  ),
  engineUp: gauge('engine_up', 'Whether this process reaches an engine', ['engine']),

  jobsDone: counter('jobs_total', 'Jobs that ended', ['queue', 'outcome']),
  jobsWaiting: gauge('jobs_waiting', 'Jobs that are due and not begun', ['queue']),
  jobsOldest: gauge('jobs_oldest_waiting_seconds', 'For how long the oldest of them is due', ['queue']),
}

type Refresh = () => Promise<void> | void
const refreshers = new Set<Refresh>()
const refreshWithinMs = 3_000

/** For figures that are looked up: called before each scrape. What it throws leaves them as they were. */
export function onScrape(refresh: Refresh): () => void {
  refreshers.add(refresh)
  return () => void refreshers.delete(refresh)
}

export async function scrape(): Promise<string> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, refreshWithinMs).unref())
  await Promise.race([Promise.allSettled([...refreshers].map(async (refresh) => refresh())), late])
  return registry.metrics()
}
