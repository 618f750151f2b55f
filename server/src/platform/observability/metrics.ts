// Every metric for operators, in one list. Metrics are global to the process and not passed through `ctx`. No label names a
// customer or a device. docs/metrics.md is generated from this file.

import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { createCounters, createQuickHistogram } from './counters.ts'

export const registry = new Registry()

const named = (name: string, help: string) => ({ name: `rastro_${name}`, help, registers: [registry] })
const counter = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
  new Counter<L>({ ...named(name, help), labelNames })
const gauge = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
  new Gauge<L>({ ...named(name, help), labelNames })
const histogram = <L extends string>(name: string, help: string, buckets: number[], labelNames: L[] = []) =>
  new Histogram<L>({ ...named(name, help), buckets, labelNames })
const counters = (name: string, help: string, label: string) =>
  createCounters(registry, { ...named(name, help), label })

const quick = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const patient = [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 1_800, 7_200]

export const metrics = {
  connections: gauge('gateway_connections', 'Open tracker connections', ['protocol']),
  frames: counters('gateway_frames_total', 'Frames and datagrams received from trackers', 'protocol'),
  unreadable: counters('gateway_unreadable_frames_total', 'Frames that could not be decoded', 'protocol'),
  receivedBytes: counters('gateway_received_bytes_total', 'Bytes received from trackers', 'transport'),
  certificateValidity: gauge(
    'gateway_certificate_validity_timestamp_seconds',
    'When the certificate for trackers over TLS begins and ends to be valid; absent without one',
    ['bound'],
  ),
  refused: counter('gateway_refused_total', 'Tracker connections and reports refused', ['reason']),
  acknowledgement: createQuickHistogram(registry, {
    ...named('gateway_acknowledgement_seconds', 'Time from a TCP frame to its acknowledgement'),
    buckets: quick,
  }),
  forwarded: counter('cells_forwarded_total', 'Requests and trackers forwarded to their home cell', [
    'transport',
  ]),
  mappingPayloads: counter('mapping_payloads_total', 'Payloads of mappings by what could be read of them', [
    'outcome',
  ]),
  mappingSeconds: counter('mapping_seconds_total', 'Time that threads spent on mappings of ingest keys'),
  received: counters('locations_received_total', 'Locations and statuses appended to the log', 'protocol'),
  statuses: counter(
    'statuses_total',
    'Reports without a position, by outcome; suppressed ones repeat the last one of their tracker',
    ['outcome'],
  ),

  append: histogram('log_append_seconds', 'Time until a log confirms a message', quick, ['log']),
  appendFailures: counter('log_append_failures_total', 'Messages that a log did not accept', ['log']),
  logRefused: counter('log_refused_total', 'Reports that the location log had no room for', ['reason']),
  logPurged: counter('log_purged_messages_total', 'Stored location messages purged early to make room'),
  eventsRemoved: counter(
    'log_removed_event_messages_total',
    'Event messages removed early from the account with the most of them',
  ),
  logBytes: gauge('log_bytes', 'Size of each log', ['log']),
  logWaiting: gauge('log_waiting_messages', 'Location messages not stored yet'),
  logOldest: gauge(
    'log_oldest_waiting_seconds',
    'Age of the oldest location message not stored yet, by partition',
    ['partition'],
  ),

  batch: histogram('recorder_batch_seconds', 'Time from receiving a batch to its commit', quick),
  recorded: counter('recorder_locations_total', 'Locations processed by the recorder', ['outcome']),
  storeDelay: histogram('recorder_delay_seconds', 'Time from reception to commit, per batch', patient),
  batchRetries: counter('recorder_batch_retries_total', 'Batches that failed and are retried'),
  deadLetters: counter('recorder_dead_letters_total', 'Messages moved to the dead letters'),
  lastStored: gauge(
    'recorder_last_stored_timestamp_seconds',
    'Time of the last location stored by this process',
  ),
  judgingDelayed: counter(
    'judging_delayed_locations_total',
    'Locations stored before the rules of their account were evaluated, because these take too long or fail',
  ),
  judgingDelayedAccounts: gauge(
    'judging_delayed_accounts',
    'Accounts whose rules are evaluated with a delay',
  ),
  judgingDelay: gauge(
    'judging_delay_seconds',
    'For how long the rules of an account have been delayed, at most',
  ),
  alerts: counter('alerts_raised_total', 'Alerts raised, by rule kind', ['kind']),
  maintenanceReached: counter(
    'maintenance_reached_total',
    'Devices and plans of maintenance that became soon or due',
    ['level'],
  ),
  maintenanceDelay: gauge(
    'maintenance_delay_seconds',
    'By how much the evaluation of maintenance is late, at most',
  ),

  notified: counter('notifications_total', 'Notifications handed to a transport', ['channel', 'outcome']),
  pushed: counter('push_messages_total', 'Messages to browsers, by the answer of their push service', [
    'outcome',
  ]),
  suppressed: counter(
    'notifications_suppressed_total',
    'Notifications suppressed, postponed or dropped before sending',
    ['channel', 'reason'],
  ),
  acknowledged: counter(
    'alerts_acknowledged_by_contact_total',
    'Alerts that contacts acknowledged from a message, by channel',
    ['channel'],
  ),
  escalationsStarted: counter('escalations_started_total', 'Alerts whose escalation started'),
  escalationRounds: counter(
    'escalation_rounds_total',
    'Rounds of escalations, by whether anybody was to be notified',
    ['outcome'],
  ),
  escalationDelay: histogram(
    'escalation_delay_seconds',
    'Time from when a round of an escalation was due until it was done',
    patient,
  ),
  escalationsDue: gauge('escalations_due', 'Rounds of escalations that are due'),
  escalationLateness: gauge('escalation_lateness_seconds', 'How late the oldest due round is'),
  reportEmails: counter('report_emails_total', 'E-mails with scheduled reports, by outcome', ['outcome']),
  notifyDelay: histogram(
    'notification_delay_seconds',
    'Time from raising an alert to acceptance by the transport',
    patient,
    ['channel'],
  ),
  notifyWaiting: gauge('notifications_waiting', 'Notifications due and not sent, counted up to 1000', [
    'channel',
  ]),
  notifyOldest: gauge('notifications_oldest_waiting_seconds', 'Age of the oldest due notification', [
    'channel',
  ]),

  archivedLocations: counter('archived_locations_total', 'Locations moved from PostgreSQL to the archive'),
  archiveFailures: counter(
    'archive_failures_total',
    'Weeks and objects of the archive that failed, to be tried again',
  ),
  archiveReads: counter('archive_reads_total', 'Reads of history that used the archive, by outcome', [
    'outcome',
  ]),
  reportsUnfinished: gauge('reports_unfinished', 'Reports that are queued or being written', ['state']),
  reportsOldest: gauge('reports_oldest_waiting_seconds', 'Age of the oldest queued report'),
  reportSeconds: histogram('report_run_seconds', 'Time to write a report', patient, ['format', 'outcome']),

  budgetLeases: counter('budget_leases_total', 'Requests of accounts for a part of the platform budget', [
    'channel',
    'outcome',
  ]),
  platformSpent: gauge(
    'platform_spent',
    'Messages sent or handed out to accounts, and their price in millionths of the currency',
    ['kind', 'period'],
  ),
  platformCap: gauge('platform_cap', 'The spending cap of the platform; absent if not set', [
    'kind',
    'period',
  ]),
  capNotices: counter(
    'spending_cap_notices_total',
    'Spending caps nearly used or reached, once per cap and period',
    ['level', 'kind', 'percent'],
  ),

  tripDevices: counter('trips_devices_total', 'Devices processed by the trip processor', ['work']),
  tripLocations: counter('trips_locations_total', 'Locations read by the trip processor', ['work']),
  tripSegments: counter('trips_segments_total', 'Trips, stops and gaps written'),
  tripCorrections: counter('trips_corrections_total', 'Trips, stops and gaps changed after their end', [
    'cause',
  ]),
  tripFailures: counter(
    'trips_failures_total',
    'Devices whose trips could not be processed; tried again later',
  ),
  tripsWaiting: gauge('trips_waiting_devices', 'Devices that the trip processor has work for', ['work']),
  tripsOldest: gauge(
    'trips_oldest_waiting_seconds',
    'Age of the oldest location that the trip processor should have read',
  ),
  fuelSensors: counter('fuel_sensors_total', 'Fuel sensors processed, each time one has changed stops'),
  fuelLocations: counter('fuel_locations_total', 'Locations read by the fuel processor'),
  fuelEvents: counter('fuel_events_total', 'Fills and drains found', ['kind']),
  fuelFailures: counter(
    'fuel_failures_total',
    'Fuel sensors whose readings could not be processed; tried again later',
  ),
  fuelWaiting: gauge('fuel_waiting_sensors', 'Fuel sensors with changed stops to process'),
  tripsGivingWay: gauge(
    'trips_giving_way',
    'Whether the trip processor slows down because the recorder is behind',
  ),
  tripChecks: counter('trips_checked_days_total', 'Days recomputed by the nightly check', ['outcome']),

  deliveries: counter('webhook_deliveries_total', 'Webhook requests', ['outcome']),
  webhookAnswer: histogram('webhook_response_seconds', 'Response time of webhook receivers', quick),
  webhookWaiting: gauge('webhook_waiting_deliveries', 'Queued webhook deliveries'),

  placesTowns: gauge('places_towns', 'Towns that this process knows; 0 if their file cannot be read'),
  placesLoad: gauge('places_load_seconds', 'Time that this process took to read the towns and regions'),
  placesLookups: counters('places_lookups_total', 'Points that were named, by what names them', 'kind'),
  placesGeofenceLoads: counter(
    'places_geofence_loads_total',
    'Times that the geofences of an account were looked up to name points, by outcome',
    ['outcome'],
  ),
  placesGeofencePositions: gauge(
    'places_geofence_positions',
    'Positions of the geofences that this process keeps to name points',
  ),
  placesGeofenceAccounts: gauge(
    'places_geofence_accounts',
    'Accounts whose geofences this process keeps to name points',
  ),
  placesOverBudget: counter(
    'places_over_budget_total',
    'Points named without geofences, because those of the account take too much computing time',
  ),

  geocoderLookups: counter('geocoder_lookups_total', 'Lookups of street addresses, by outcome', [
    'operation',
    'outcome',
  ]),
  geocoderAnswer: histogram('geocoder_response_seconds', 'Response time of the geocoder', quick),
  geocoderPaused: gauge(
    'geocoder_paused',
    'Whether lookups of street addresses are paused because the geocoder fails',
    ['operation'],
  ),

  accounts: gauge('accounts', 'Accounts of this cell, by status', ['status']),
  hosts: gauge('reseller_hosts', 'Hosts of resellers, by state', ['state']),
  ssoSignIns: counter(
    'sso_sign_ins_total',
    'Answers of identity providers, by what became of them: signIn, proof, link, or why they were refused',
    ['outcome'],
  ),
  ssoRequests: counter('sso_requests_total', 'Documents read from identity providers', ['what', 'outcome']),
  scimRequests: counter('scim_requests_total', 'Changes of users and groups by SCIM, by status', ['outcome']),
  ssoLogouts: counter('sso_logouts_total', 'Logout tokens of identity providers, by outcome', ['outcome']),
  hostChecks: counter('reseller_host_checks_total', 'Checks of hosts in DNS, by outcome', ['outcome']),
  unknownHosts: counter('http_unknown_hosts_total', 'Requests refused because nobody has their host'),
  licenseTransfers: counter(
    'license_transfers_total',
    'Transfers of licenses between a pool and the nodes below it, by outcome',
    ['outcome'],
  ),
  pendingLicenseTransfers: gauge(
    'license_transfers_pending',
    'Transfers of licenses that the cell of the account has not settled yet',
  ),
  usageDaysClosed: counter('usage_days_closed_total', 'Days of accounts whose usage was closed'),
  unreportedUsageDays: gauge(
    'usage_days_unreported',
    'Closed days of accounts of this cell that the reseller tree does not have yet',
  ),
  unappliedNodes: gauge(
    'reseller_tree_unapplied_accounts',
    'Accounts to which a change of status or terms in the reseller tree is not applied yet',
  ),

  supportSessions: counter(
    'support_sessions_total',
    'Support sessions by what happened: requested, active, refused, ended',
    ['state'],
  ),

  emailsComposed: counter(
    'emails_by_sender_total',
    'E-mails that were sent or tried, by whose address they had: that of a brand, signed, or that of the platform',
    ['sender'],
  ),
  emailSenders: gauge(
    'email_senders',
    'Addresses of brands for e-mails, by state: pending, verified, withdrawn',
    ['state'],
  ),

  signInsOfUnknown: counter(
    'sign_ins_of_unknown_names_total',
    'Refused sign-ins with names that no user has',
  ),
  signInsUnrecorded: counter(
    'sign_ins_unrecorded_total',
    'Refused sign-ins that were not written to the log',
  ),
  identityMailsFailed: counter(
    'identity_mails_failed_total',
    'E-mails about sign-in and identity that were given up',
  ),

  commands: counter('commands_total', 'Commands that entered a state', ['state']),
  identifiersRefused: counter('identifiers_refused_total', 'Identifiers that an account could not take', [
    'reason',
  ]),
  commandsDelayed: counter('commands_delayed_total', 'Attempts to send a command that had to wait', [
    'reason',
  ]),

  requests: histogram(
    'api_request_seconds',
    'Duration of API requests; a stream counts when it ends',
    quick,
    ['method', 'route', 'status'],
  ),
  streams: gauge('api_streams', 'Open event streams'),
  eventsPublished: counter('api_events_published_total', 'Events sent to open streams'),
  eventDelay: histogram('api_event_delay_seconds', 'Time from the event log to open streams', quick),

  dbConnections: gauge('db_connections', 'Connections to PostgreSQL', ['state']),
  dbWaiting: gauge('db_waiting_callers', 'Callers waiting for a connection'),
  requestsQueued: counter(
    'http_queued_requests_total',
    'Requests that waited for others of their account or network',
    ['load'],
  ),
  requestsBusy: counter(
    'http_busy_requests_total',
    'Requests refused because too many of their account or network were in progress',
    ['load'],
  ),
  dbFailures: counter('db_failures_total', 'Failed statements: refused, timed out, or connection lost', [
    'kind',
  ]),
  dbSlowStatements: counter(
    'db_slow_statements_total',
    'Statements that took `RASTRO_SLOW_STATEMENT_MS` or longer',
  ),
  dependencyUp: gauge('dependency_up', 'Whether this process reaches PostgreSQL and NATS', ['dependency']),

  jobsDone: counter('jobs_total', 'Finished jobs', ['queue', 'outcome']),
  jobsWaiting: gauge('jobs_waiting', 'Jobs due and not started', ['queue']),
  jobsOldest: gauge('jobs_oldest_waiting_seconds', 'Age of the oldest due job', ['queue']),
}

type Refresh = () => Promise<void> | void
const refreshers = new Set<Refresh>()
const refreshWithinMs = 3_000

/** For gauges that are looked up: called before each scrape. After an error they keep their last value. */
export function onScrape(refresh: Refresh): () => void {
  refreshers.add(refresh)
  return () => {
    refreshers.delete(refresh)
  }
}

export async function scrape(): Promise<string> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, refreshWithinMs).unref())
  await Promise.race([Promise.allSettled([...refreshers].map(async (refresh) => refresh())), late])
  return registry.metrics()
}
