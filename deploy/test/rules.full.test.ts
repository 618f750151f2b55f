// Each alert fires where it has to, and only there, as Prometheus computes it. `scripts/install-services --with-monitoring`.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'

interface Rule {
  alert: string
  labels: Record<string, string>
  annotations: Record<string, string>
}

interface Case {
  alert: string
  /** One sample a minute, as in https://prometheus.io/docs/prometheus/latest/configuration/unit_testing_rules/#series. */
  series: Record<string, string>
  /** It does not fire in these minutes. */
  quietAt: number[]
  firesAt: number
  /** Beside the severity. */
  labels?: Record<string, string>
  summary: string
}

const rulesFile = fileURLToPath(new URL('../prometheus/rules.yaml', import.meta.url))
const rules: Rule[] = parse(readFileSync(rulesFile, 'utf8')).groups.flatMap(
  (group: { rules: Rule[] }) => group.rules,
)
const dir = mkdtempSync(join(tmpdir(), 'rules-'))

afterAll(() => rmSync(dir, { recursive: true }))

const cases: Case[] = [
  {
    alert: 'RastroProcessDown',
    series: {
      'up{job="rastro", instance="a:9464"}': '1x10 0x10',
      'up{job="rastro", instance="b:9464"}': '1x20',
      'up{job="other", instance="c:80"}': '0x20',
    },
    quietAt: [5, 11],
    firesAt: 12,
    labels: { job: 'rastro', instance: 'a:9464' },
    summary: 'a:9464 is down',
  },
  {
    alert: 'RastroDependencyDown',
    series: {
      'rastro_dependency_up{role="gateway", instance="a:9464", dependency="bus"}': '1x5 0x5',
      'rastro_dependency_up{role="gateway", instance="a:9464", dependency="database"}': '1x10',
    },
    quietAt: [6],
    firesAt: 8,
    labels: { role: 'gateway', instance: 'a:9464', dependency: 'bus' },
    summary: 'The gateway at a:9464 cannot reach the bus',
  },
  {
    alert: 'RastroLogRefuses',
    series: {
      'rastro_log_append_failures_total{log="locations"}': '0x10 1+5x10',
      'rastro_log_append_failures_total{log="events"}': '0+5x20',
    },
    quietAt: [10],
    firesAt: 14,
    summary: 'The location log rejects writes',
  },
  {
    alert: 'RastroStoringBehind',
    // Two recorders report the same log.
    series: {
      'rastro_log_oldest_waiting_seconds{instance="a"}': '2x5 90+60x10',
      'rastro_log_oldest_waiting_seconds{instance="b"}': '2x5 90+60x10',
    },
    quietAt: [6],
    firesAt: 8,
    summary: 'The recorder is 3m 30s behind',
  },
  {
    alert: 'RastroNothingStored',
    // A recorder that never stored anything is new, not silent.
    series: {
      'rastro_recorder_last_stored_timestamp_seconds{instance="a"}': '0+60x5 300x30',
      'rastro_recorder_last_stored_timestamp_seconds{instance="new"}': '0x35',
    },
    quietAt: [20],
    firesAt: 22,
    summary: 'No location has been stored for 17m 0s',
  },
  {
    alert: 'RastroDeadLetters',
    series: { rastro_recorder_dead_letters_total: '0x10 2x80' },
    quietAt: [10, 75],
    firesAt: 62,
    summary: '2 new dead letters within an hour',
  },
  {
    alert: 'RastroAcknowledgesSlowly',
    series: {
      'rastro_gateway_acknowledgement_seconds_bucket{le="1"}': '0+97x30',
      'rastro_gateway_acknowledgement_seconds_bucket{le="5"}': '0+100x30',
      'rastro_gateway_acknowledgement_seconds_bucket{le="+Inf"}': '0+100x30',
    },
    quietAt: [10],
    firesAt: 20,
    summary: 'One tracker in a hundred waits 3.667s for its acknowledgement',
  },
  {
    alert: 'RastroUnreadableFrames',
    series: {
      'rastro_gateway_frames_total{protocol="gl200"}': '0+100x60',
      'rastro_gateway_unreadable_frames_total{protocol="gl200"}': '0+10x60',
      // A large share of few frames.
      'rastro_gateway_frames_total{protocol="h02"}': '0+1x60',
      'rastro_gateway_unreadable_frames_total{protocol="h02"}': '0+1x60',
      // A small share of many.
      'rastro_gateway_frames_total{protocol="teltonika"}': '0+10000x60',
      'rastro_gateway_unreadable_frames_total{protocol="teltonika"}': '0+100x60',
    },
    quietAt: [14],
    firesAt: 40,
    labels: { protocol: 'gl200' },
    summary: 'Many gl200 frames cannot be decoded',
  },
  {
    alert: 'RastroConnectionsRefused',
    series: {
      'rastro_gateway_refused_total{reason="too_many_connections"}': '0x10 0+30x20',
      'rastro_gateway_refused_total{reason="unknown_device"}': '0+300x30',
    },
    quietAt: [10],
    firesAt: 20,
    labels: { reason: 'too_many_connections' },
    summary: 'Trackers are refused: too_many_connections',
  },
  {
    alert: 'RastroTrackerCertificateExpires',
    series: {
      'rastro_gateway_certificate_validity_timestamp_seconds{bound="begin"}': '0x200',
      'rastro_gateway_certificate_validity_timestamp_seconds{bound="end"}': '10000x200',
    },
    quietAt: [130, 180],
    firesAt: 200,
    summary: 'The certificate for trackers over TLS was not renewed: -20% of its time are left',
  },
  {
    alert: 'RastroNotificationsFail',
    series: {
      'rastro_notifications_total{channel="sms", outcome="accepted"}': '0+70x30',
      'rastro_notifications_total{channel="sms", outcome="refused"}': '0+20x30',
      'rastro_notifications_total{channel="sms", outcome="failed"}': '0+10x30',
      'rastro_notifications_total{channel="email", outcome="accepted"}': '0+90x30',
      'rastro_notifications_total{channel="email", outcome="refused"}': '0+10x30',
    },
    quietAt: [9],
    firesAt: 25,
    labels: { channel: 'sms' },
    summary: 'More than a fifth of the sms notifications fail',
  },
  {
    alert: 'RastroNotificationsWait',
    series: {
      'rastro_notifications_oldest_waiting_seconds{channel="email", instance="a"}': '0x5 70+60x10',
      'rastro_notifications_oldest_waiting_seconds{channel="email", instance="b"}': '0x5 70+60x10',
    },
    quietAt: [6],
    firesAt: 8,
    labels: { channel: 'email' },
    summary: 'Notifications by email are 3m 10s late',
  },
  {
    alert: 'RastroIdentityMailsFail',
    series: { rastro_identity_mails_failed_total: '0x10 5x20 10x60' },
    quietAt: [25],
    firesAt: 45,
    summary: '10 e-mails about sign-in and accounts could not be sent in an hour',
  },
  {
    alert: 'RastroPlatformCapNear',
    series: {
      'rastro_platform_spent{kind="sms", period="day"}': '800x5 801x5',
      'rastro_platform_cap{kind="sms", period="day"}': '1000x10',
      // Without a cap nothing is near.
      'rastro_platform_spent{kind="email", period="day"}': '900000x10',
    },
    quietAt: [5, 6],
    firesAt: 8,
    labels: { kind: 'sms', period: 'day' },
    summary: "More than 80 % of the platform's sms cap of the day is used",
  },
  {
    alert: 'RastroTripsLate',
    series: { rastro_trips_oldest_waiting_seconds: '0x5 1860+60x20' },
    quietAt: [14],
    firesAt: 16,
    summary: 'Trips are 41m 0s late',
  },
  {
    alert: 'RastroTripsFail',
    series: { rastro_trips_failures_total: '0x10 5x20 10x60' },
    quietAt: [25],
    firesAt: 45,
    summary: 'Trips of devices could not be computed 10 times in an hour',
  },
  {
    alert: 'RastroTripsDiffer',
    series: {
      'rastro_trips_checked_days_total{outcome="same"}': '0+1000x40',
      'rastro_trips_checked_days_total{outcome="differing"}': '0x20 3x1600',
    },
    quietAt: [20],
    firesAt: 1_515,
    summary: '3 stored days differ from what their locations lead to',
  },
  {
    alert: 'RastroReportsWait',
    series: { rastro_reports_oldest_waiting_seconds: '0x5 960+60x20' },
    quietAt: [14],
    firesAt: 16,
    summary: 'A report has been waiting for 26m 0s',
  },
  {
    alert: 'RastroArchiveFails',
    series: { 'rastro_archive_reads_total{outcome="failed"}': '0x5 1+1x40' },
    quietAt: [5, 14],
    firesAt: 25,
    summary: '10 reads of archived locations failed in 10 minutes',
  },
  {
    alert: 'RastroArchiveRetries',
    series: { rastro_archive_failures_total: '0x9 1x59 2x59 3x59' },
    quietAt: [10, 100],
    firesAt: 145,
    summary: '3 times in 6 hours a week or an object of the archive failed',
  },
  {
    alert: 'RastroWebhooksWait',
    series: { rastro_webhook_waiting_deliveries: '10000x5 10001x40' },
    quietAt: [5, 34],
    firesAt: 37,
    summary: '10k webhook deliveries are waiting',
  },
  {
    alert: 'RastroApiFails',
    series: {
      'rastro_api_request_seconds_count{status="2xx"}': '0+980x30',
      'rastro_api_request_seconds_count{status="5xx"}': '0x10 0+20x20',
    },
    quietAt: [10, 14],
    firesAt: 25,
    summary: 'More than 1 % of API requests fail with a server error',
  },
  {
    alert: 'RastroApiSlow',
    series: {
      'rastro_api_request_seconds_bucket{route="/api/devices", le="1"}': '0+90x30',
      'rastro_api_request_seconds_bucket{route="/api/devices", le="3"}': '0+100x30',
      'rastro_api_request_seconds_bucket{route="/api/devices", le="+Inf"}': '0+100x30',
      // Streams are meant to last.
      'rastro_api_request_seconds_bucket{route="/api/stream", le="1"}': '0x30',
      'rastro_api_request_seconds_bucket{route="/api/stream", le="+Inf"}': '0+100x30',
    },
    quietAt: [10],
    firesAt: 20,
    summary: 'One request in twenty takes 2s or more',
  },
  {
    alert: 'RastroDatabaseConnectionsShort',
    series: { 'rastro_db_waiting_callers{role="api", instance="a"}': '0x5 3x4 0x2 1x20' },
    quietAt: [10, 18],
    firesAt: 19,
    labels: { role: 'api', instance: 'a' },
    summary: 'The api waits for database connections',
  },
  {
    alert: 'RastroDatabaseTimeouts',
    series: {
      'rastro_db_failures_total{role="api", kind="timeout"}': '0x5 0+10x20',
      'rastro_db_failures_total{role="api", kind="conflict"}': '0+100x25',
    },
    quietAt: [5],
    firesAt: 18,
    labels: { role: 'api' },
    summary: 'Statements of the api time out or lose their connection',
  },
  {
    alert: 'RastroJobsWait',
    series: { 'rastro_jobs_oldest_waiting_seconds{queue="exports"}': '0x5 960+60x20' },
    quietAt: [9],
    firesAt: 12,
    labels: { queue: 'exports' },
    summary: 'Jobs of exports have been waiting for 22m 0s',
  },
  {
    alert: 'RastroEventLoopBlocked',
    series: { 'rastro_nodejs_eventloop_lag_p99_seconds{role="api", instance="a"}': '0.02x5 0.6x20' },
    quietAt: [14],
    firesAt: 17,
    labels: { role: 'api', instance: 'a' },
    summary: 'The api at a has a blocked event loop',
  },
]

test('every alert has a case', () => {
  expect(cases.map(({ alert }) => alert)).toEqual(rules.map(({ alert }) => alert))
})

test.each(cases)(
  '$alert fires where it has to, and only there',
  ({ alert, series, quietAt, firesAt, ...expected }) => {
    const { labels, annotations } = rules.find((rule) => rule.alert === alert)!
    const fired = {
      exp_labels: { ...labels, ...expected.labels },
      exp_annotations: { ...annotations, summary: expected.summary },
    }
    const looks = [
      ...quietAt.map((minute) => ({ alertname: alert, eval_time: `${minute}m`, exp_alerts: [] as object[] })),
      { alertname: alert, eval_time: `${firesAt}m`, exp_alerts: [fired] },
    ]
    const unit = {
      rule_files: [rulesFile],
      evaluation_interval: '1m',
      tests: [
        {
          interval: '1m',
          input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
          alert_rule_test: looks,
        },
      ],
    }
    // JSON is YAML.
    const file = join(dir, `${alert}.yaml`)
    writeFileSync(file, JSON.stringify(unit))
    expect(promtool('test', 'rules', file)).toBe('SUCCESS')
  },
)

function promtool(...args: string[]): string {
  try {
    execFileSync('promtool', args, { encoding: 'utf8', stdio: 'pipe' })
    return 'SUCCESS'
  } catch (error) {
    return (error as { stderr: string }).stderr
  }
}
