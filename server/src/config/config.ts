// Reads the environment: flat variables in, one frozen object out, all errors reported at once.

import { fileURLToPath } from 'node:url'
import { serversOf } from '../platform/db/database-url.ts'
import { readTemplate } from './geocoder-template.ts'
import type { MapProvider } from './map-providers.ts'
import { mapProviders } from './map-providers.ts'
import type { SettingsReader } from './settings-reader.ts'
import { createReader } from './settings-reader.ts'

export type Mode = 'development' | 'production'
type SecondFactorPolicy = 'off' | 'administrators' | 'all'
export type Config = ReturnType<typeof readConfig>

/** Contains all configuration errors, so one start reports all of them. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly faults: string[]
  constructor(faults: string[]) {
    super(
      `The configuration has ${faults.length} error(s):\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    )
    this.faults = faults
  }
}

const builtWeb = fileURLToPath(new URL('../../../web/dist', import.meta.url))
const builtDocs = fileURLToPath(new URL('../../../docs/.vitepress/dist', import.meta.url))
/** Other maps that a link opens at a position. `geo` is the app that the user's device has for maps. */
export const openInTargets = ['osm', 'google', 'apple', 'waze', 'geo'] as const
export type OpenInTarget = (typeof openInTargets)[number]
const basemapKinds = ['built-in', 'pmtiles', 'style', 'raster'] as const
const geocoderKinds = ['off', 'photon', 'nominatim', 'template'] as const

/** Their addresses are those of a proxy, a load balancer or a private APN of the operator. */
const privateNetworks = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '::1/128',
  'fc00::/7',
]

const urlFields = new Set([
  'databaseUrl',
  'ownerUrl',
  'backupUrl',
  'eraserUrl',
  'natsUrls',
  'smtpUrl',
  'smppUrl',
  'smsHttpUrl',
  'mqttUrl',
  'otlpUrl',
  'directoryUrl',
  'directoryOwnerUrl',
  'moveSourceUrl',
  'moveTargetUrl',
  'geocoderUrl',
  'releasesUrl',
])

export function readConfig(env: Record<string, string | undefined>) {
  const { config, faults } = readConfigWithFaults(env)
  if (faults.length > 0) throw new ConfigError(faults)
  return config
}

/** Uses the default, or nothing, for each invalid setting, so the doctor can check the rest. */
export function readConfigWithFaults(env: Record<string, string | undefined>) {
  const read = createReader(env)
  /** `production` refuses to start with unsafe settings. */
  const mode = read.oneOf<Mode>('RASTRO_MODE', ['development', 'production'], 'development')
  /** Port the API listens on; 0 uses any free port. */
  const port = read.whole('RASTRO_HTTP_PORT', 8080, 0, 65_535)
  /** Public URL of the API and the web interface; by default on localhost with RASTRO_HTTP_PORT. */
  const publicUrl = read.url('RASTRO_PUBLIC_URL', ['http:', 'https:'], `http://localhost:${port || 8080}`)
  /** Port for all tracker protocols; 0 uses any free port. */
  const gatewayPort = read.whole('RASTRO_GATEWAY_PORT', 5_000, 0, 65_535)
  /** Port for all tracker protocols over TLS; 0 uses any free port. */
  const gatewayTlsPort = read.whole('RASTRO_GATEWAY_TLS_PORT', 5_443, 0, 65_535)
  const config = {
    mode,
    http: {
      /** Address the API listens on. */
      host: read.text('RASTRO_HTTP_HOST', '127.0.0.1'),
      port,
      publicUrl,
      /** Former public URLs, whose passkeys stay valid while those hosts still lead here: `https://old.example`. */
      formerUrls: read.origins('RASTRO_FORMER_PUBLIC_URLS'),
      /** Further host names and addresses under which programs reach the API: `rastro-api.internal`. Requests with an unknown host get 421. */
      otherHosts: read.list('RASTRO_OTHER_HOSTS'),
      /** Addresses and networks of reverse proxies whose forwarded client address is trusted. */
      trustedProxies: read.list('RASTRO_TRUSTED_PROXIES'),
      /** Exact origins whose pages can call the API with a token: `https://portal.example`. */
      corsOrigins: read.origins('RASTRO_CORS_ORIGINS'),
      /** Requests per minute per token. More get 429. */
      requestsPerMinute: read.whole('RASTRO_REQUESTS_PER_MINUTE', 1_200, 1, 100_000_000),
      /** Requests per minute per IP address, before authentication; of trackers over HTTP not in shared networks. */
      requestsPerMinutePerAddress: read.whole(
        'RASTRO_REQUESTS_PER_MINUTE_PER_ADDRESS',
        12_000,
        1,
        100_000_000,
      ),
      /** Maximum size of a request body; some routes have their own limit. */
      bodyLimitBytes: read.whole('RASTRO_BODY_LIMIT_BYTES', 262_144, 1_024, 16_777_216),
      /** Sustained rate of the request bodies of one account, per process. More get 429 before the body is read. */
      accountBodyKbPerSecond: read.whole('RASTRO_ACCOUNT_BODY_KB_PER_SECOND', 1_024, 1, 10_000_000),
    },
    db: {
      /** PostgreSQL as the application role: `postgres://rastro_app:password@host/rastro`. Several hosts, separated by commas, are supported; the primary is used. */
      databaseUrl: read.url('RASTRO_DATABASE_URL', ['postgres:', 'postgresql:']),
      /** PostgreSQL as the schema owner, for `rastro migrate` and other commands. Not used for serving. */
      ownerUrl: read.optionalUrl('RASTRO_DATABASE_OWNER_URL', ['postgres:', 'postgresql:']),
      /** PostgreSQL as the backup role, which bypasses row-level security and is read-only. */
      backupUrl: read.optionalUrl('RASTRO_DATABASE_BACKUP_URL', ['postgres:', 'postgresql:']),
      /** PostgreSQL as the eraser role, which can only delete accounts whose erasure is due. Without it the notifier erases none. */
      eraserUrl: read.optionalUrl('RASTRO_DATABASE_ERASER_URL', ['postgres:', 'postgresql:']),
      /** Directory of pg_dump and pg_restore, if they are neither in PATH nor in Debian's default location. */
      toolsDir: read.text('RASTRO_POSTGRES_TOOLS_DIR', ''),
      /** Database connections per process. */
      poolSize: read.whole('RASTRO_DATABASE_POOL_SIZE', 8, 1, 200),
      /** Maximum duration of a statement. */
      statementTimeoutMs: read.whole('RASTRO_STATEMENT_TIMEOUT_MS', 10_000, 100, 600_000),
      /** Duration from which a statement is logged, with its plan and without its values. 0 logs none. */
      slowStatementMs: read.whole('RASTRO_SLOW_STATEMENT_MS', 1_000, 0, 600_000),
    },
    bus: {
      /** NATS URL, or the URLs of a cluster, separated by commas. */
      natsUrls: read.urls('RASTRO_NATS_URL', ['nats:', 'tls:']),
      /** NATS monitoring URL, used by the doctor and the startup checks to read server settings. */
      monitorUrl: read.optionalUrl('RASTRO_NATS_MONITOR_URL', ['http:', 'https:']),
      /** Prefix of streams and subjects, so several installations can share a NATS server. */
      namespace: read.text('RASTRO_BUS_NAMESPACE', 'rastro'),
      /** Partitions of the location log, each recorded in order. Never reduce it. */
      partitions: read.whole('RASTRO_LOCATION_LOG_PARTITIONS', 4, 1, 256),
      /** Retention of the location log. */
      locationLogHours: read.whole('RASTRO_LOCATION_LOG_HOURS', 72, 1, 8_760),
      /** Maximum size of the location log. When it is full, trackers are not acknowledged and keep their data. */
      locationLogMaxMb: read.whole('RASTRO_LOCATION_LOG_MAX_MB', 20_480, 16, 10_000_000),
      /** Percentage of the location log that one account may occupy with locations not stored yet, if no other account does. */
      locationLogAccountPercent: read.whole('RASTRO_LOCATION_LOG_ACCOUNT_PERCENT', 50, 1, 99),
      /** Sustained rate of one account into the location log, per process. A location takes 100 to 300 bytes. */
      locationLogAccountKbPerSecond: read.whole(
        'RASTRO_LOCATION_LOG_ACCOUNT_KB_PER_SECOND',
        512,
        1,
        10_000_000,
      ),
      /** Sustained rate of one device into the location log, per process. */
      locationLogDeviceKbPerSecond: read.whole(
        'RASTRO_LOCATION_LOG_DEVICE_KB_PER_SECOND',
        128,
        1,
        10_000_000,
      ),
      /** Replicas of each stream in a NATS cluster. */
      replicas: read.whole('RASTRO_STREAM_REPLICAS', 1, 1, 5),
      /** Maximum size of the event log. NATS reserves this disk space. If it is short, the account with the most events loses its oldest first. */
      eventLogMaxMb: read.whole('RASTRO_EVENT_LOG_MAX_MB', 8_192, 1, 1_048_576),
      /** Retention of raw tracker frames, for decoding them again; 0 disables the frame log. */
      frameLogHours: read.whole('RASTRO_FRAME_LOG_HOURS', 72, 0, 8_760),
      /** Maximum size of the frame log. When it is full, the oldest frames are dropped. */
      frameLogMaxMb: read.whole('RASTRO_FRAME_LOG_MAX_MB', 2_048, 1, 1_048_576),
    },
    access: {
      /** Master secret for encryption and signing. Store it separately from backups. */
      secret: read.secret('RASTRO_SECRET', 32),
      /** Previous master secrets, one per line, used only for decrypting and verifying. */
      oldSecrets: read.secrets('RASTRO_OLD_SECRETS', 32),
      issuer: publicUrl,
      /** Lifetime of API key tokens. */
      tokenMinutes: read.whole('RASTRO_TOKEN_MINUTES', 60, 5, 1_440),
      /** Lifetime of browser session tokens; the session cookie renews them. */
      sessionTokenMinutes: read.whole('RASTRO_SESSION_TOKEN_MINUTES', 10, 5, 60),
      /** Days until an unused session expires. */
      sessionIdleDays: read.whole('RASTRO_SESSION_IDLE_DAYS', 14, 1, 90),
      /** Days until any session expires. */
      sessionMaxDays: read.whole('RASTRO_SESSION_MAX_DAYS', 90, 1, 365),
      /** Who needs a second factor in every account: `off` leaves it to the accounts, which can be stricter. */
      secondFactor: read.oneOf<SecondFactorPolicy>(
        'RASTRO_SECOND_FACTOR',
        ['off', 'administrators', 'all'],
        'off',
      ),
      /** Days after which the account holder and administrators of a new account need a second factor, unless the account decides otherwise. */
      secondFactorGraceDays: read.whole('RASTRO_SECOND_FACTOR_GRACE_DAYS', 14, 0, 3_650),
      /** Days until the token signing key is rotated. */
      signingKeyDays: read.whole('RASTRO_SIGNING_KEY_DAYS', 30, 1, 90),
      /** Time a new signing key is published before it is used. */
      signingKeyLeadSeconds: read.whole('RASTRO_SIGNING_KEY_LEAD_SECONDS', 600, 0, 86_400),
      /** Failed sign-ins per name before it is throttled. */
      failuresPerName: read.whole('RASTRO_AUTH_FAILURES_PER_NAME', 5, 1, 100_000),
      /** Failed sign-ins per IP address before it is throttled. */
      failuresPerAddress: read.whole('RASTRO_AUTH_FAILURES_PER_ADDRESS', 20, 1, 100_000),
      /** Failed sign-ins per minute overall before addresses without a recent success are throttled. */
      failuresPerMinute: read.whole('RASTRO_AUTH_FAILURES_PER_MINUTE', 300, 1, 1_000_000),
      /** File of breached passwords, made by `rastro passwords build`. New passwords in it are refused. */
      breachedFile: read.text('RASTRO_BREACHED_FILE', ''),
      /** Tracker identifiers that an account may assign in 24 hours, refused ones included, in addition to three per license. */
      identifierChangesPerDay: read.whole('RASTRO_IDENTIFIER_CHANGES_PER_DAY', 20, 1, 10_000_000),
    },
    gateway: {
      /** Address the gateway listens on. */
      host: read.text('RASTRO_GATEWAY_HOST', '0.0.0.0'),
      port: gatewayPort,
      /** Public host of the gateway, shown in the instructions for connecting trackers. */
      publicHost: read.text('RASTRO_GATEWAY_PUBLIC_HOST', hostOf(publicUrl)),
      /** Public port of the gateway. */
      publicPort: read.whole('RASTRO_GATEWAY_PUBLIC_PORT', gatewayPort, 0, 65_535),
      tls: {
        /** PEM file with the certificate chain for trackers over TLS. Without it they cannot use TLS. A renewed one is used within a minute. */
        certificateFile: read.text('RASTRO_GATEWAY_TLS_CERTIFICATE_FILE', ''),
        /** PEM file with the key of this certificate. */
        keyFile: read.text('RASTRO_GATEWAY_TLS_KEY_FILE', ''),
        port: gatewayTlsPort,
        /** Public port of the gateway for TLS, shown in the instructions for connecting trackers. 0 shows none. */
        publicPort: read.whole('RASTRO_GATEWAY_TLS_PUBLIC_PORT', 0, 0, 65_535),
      },
      /** Port at which the gateway receives trackers over HTTP, for a proxy that sends it `/ingest/`. Listens on RASTRO_HTTP_HOST. With 0 only the API receives them. */
      httpPort: read.whole('RASTRO_GATEWAY_HTTP_PORT', 0, 0, 65_535),
      /** Additional ports for single protocols: `teltonika=5027,gt06=5023`. */
      protocolPorts: read.list('RASTRO_GATEWAY_PROTOCOL_PORTS'),
      /** Networks of Iridium gateways, platforms with Wialon Retranslator and AIS receivers, which authenticate only by address: `192.0.2.0/24,2001:db8::/32`. Others are rejected. */
      directipNetworks: read.networks('RASTRO_DIRECTIP_NETWORKS'),
      /** MQTT broker that phones and other services publish to: `mqtt://user:password@host:1883`, or `mqtts://`. Without it the mqtt role is idle. */
      mqttUrl: read.optionalUrl('RASTRO_MQTT_URL', ['mqtt:', 'mqtts:']),
      /** MQTT client id; a second one ends with `-keys`. The broker queues messages for both while they are disconnected. */
      mqttClientId: read.text('RASTRO_MQTT_CLIENT_ID', 'rastro'),
      /** Open tracker connections per process. */
      maxConnections: read.whole('RASTRO_GATEWAY_MAX_CONNECTIONS', 50_000, 1, 1_000_000),
      /** Open connections per process and IP address that no registered tracker uses. Those of registered trackers are not counted. */
      maxConnectionsPerAddress: read.whole('RASTRO_GATEWAY_MAX_CONNECTIONS_PER_ADDRESS', 20, 1, 1_000_000),
      /** Networks without a limit per address, because many trackers share one: carrier gateways, load balancers. Replaces the default, which is loopback and the private networks. */
      sharedNetworks: read.networks('RASTRO_GATEWAY_SHARED_NETWORKS', privateNetworks),
      /** Unregistered identifiers per minute and IP address that are looked up, and connections over TLS that no registered tracker uses. Registered trackers are not affected. */
      unknownPerMinute: read.whole('RASTRO_GATEWAY_UNKNOWN_PER_MINUTE', 300, 1, 1_000_000),
      /** Time until a connection without a valid frame is closed. */
      firstFrameSeconds: read.whole('RASTRO_GATEWAY_FIRST_FRAME_SECONDS', 30, 1, 600),
      /** Time until an idle connection is closed. */
      idleSeconds: read.whole('RASTRO_GATEWAY_IDLE_SECONDS', 900, 10, 86_400),
    },
    cells: {
      /** Directory database shared by several cells, as its application role. Not set in a single-cell installation. */
      directoryUrl: read.optionalUrl('RASTRO_DIRECTORY_URL', ['postgres:', 'postgresql:']),
      /** Directory database as its owner, for `rastro cell migrate` and `rastro cell join`. Not used for serving. */
      directoryOwnerUrl: read.optionalUrl('RASTRO_DIRECTORY_OWNER_URL', ['postgres:', 'postgresql:']),
      /** Number of this cell; 0 in a single-cell installation. */
      number: read.whole('RASTRO_CELL_NUMBER', 0, 0, 200),
      /** URL at which other cells reach the API of this cell. */
      apiUrl: read.optionalUrl('RASTRO_CELL_API_URL', ['http:', 'https:']),
      /** This cell's database as a superuser, set only while `rastro account move` runs. The target's PostgreSQL connects to it too. */
      moveSourceUrl: read.optionalUrl('RASTRO_MOVE_SOURCE_URL', ['postgres:', 'postgresql:']),
      /** The target cell's database as a superuser, set only while `rastro account move` runs. */
      moveTargetUrl: read.optionalUrl('RASTRO_MOVE_TARGET_URL', ['postgres:', 'postgresql:']),
      /** Host at which other cells reach the gateway of this cell. */
      gatewayHost: read.text('RASTRO_CELL_GATEWAY_HOST', ''),
      /** Port at which other cells reach the gateway of this cell. */
      gatewayPort: read.whole('RASTRO_CELL_GATEWAY_PORT', gatewayPort, 0, 65_535),
    },
    notifications: {
      /** SMTP server: `smtp://user:password@host:587`, or `smtps://` for implicit TLS. Without it no e-mail is sent. */
      smtpUrl: read.optionalUrl('RASTRO_SMTP_URL', ['smtp:', 'smtps:']),
      /** Sender of e-mail. */
      mailFrom: read.text('RASTRO_MAIL_FROM', `Rastro <alerts@${hostOf(publicUrl)}>`),
      /** SMPP server: `smpp://system:password@host:2775`, or `ssmpp://` for TLS. Without it and RASTRO_SMS_HTTP_URL no SMS is sent. */
      smppUrl: read.optionalUrl('RASTRO_SMPP_URL', ['smpp:', 'ssmpp:']),
      /** SMS provider that accepts JSON over HTTP, instead of SMPP. */
      smsHttpUrl: read.optionalUrl('RASTRO_SMS_HTTP_URL', ['http:', 'https:']),
      /** Bearer token for the SMS provider. */
      smsHttp: { secret: read.optionalSecret('RASTRO_SMS_HTTP_SECRET', 8) },
      /** Sender of SMS: up to 11 letters, or a number. */
      smsFrom: read.text('RASTRO_SMS_FROM', 'Rastro'),
      /** Whether contacts may be chats: the incoming webhooks of Slack, Teams, Discord and compatible ones. */
      chat: read.oneOf('RASTRO_CHAT', ['on', 'off'], 'on') === 'on',
      telegram: {
        /** Token of the Telegram bot that sends alerts, from @BotFather. Without it there are no contacts on Telegram. */
        secret: read.optionalSecret('RASTRO_TELEGRAM_TOKEN', 20),
        /** User name of the bot, without @; part of the links that verify contacts. */
        bot: read.text('RASTRO_TELEGRAM_BOT', ''),
        /** Server of the Bot API. */
        url: read.text('RASTRO_TELEGRAM_URL', 'https://api.telegram.org'),
      },
      push: {
        /** `off` sends no notifications to browsers and phones: they pass through the push services of Google, Mozilla, Apple and Microsoft, encrypted. */
        enabled: read.oneOf('RASTRO_PUSH', ['off', 'on'], 'on') === 'on',
        /** Private networks in which push services may be, also over http and on any port: `10.1.0.0/16`. */
        allowedNetworks: read.networks('RASTRO_PUSH_ALLOWED_NETWORKS'),
      },
      /** Notifications in flight per process. */
      concurrency: read.whole('RASTRO_NOTIFICATION_CONCURRENCY', 8, 1, 200),
      /** Time until the notifications of a silent process are taken over by another one. */
      leaseSeconds: read.whole('RASTRO_NOTIFICATION_LEASE_SECONDS', 60, 1, 600),
      /** Time until a notification without a response is marked as unknown. */
      timeoutSeconds: read.whole('RASTRO_NOTIFICATION_TIMEOUT_SECONDS', 30, 1, 600),
    },
    reports: {
      /** E-mails with scheduled reports that an account may set as its daily limit. Its default is 100, or this one if lower. */
      maxDailyEmails: read.whole('RASTRO_REPORT_EMAILS_PER_DAY', 1_000, 0, 1_000_000),
    },
    spending: readSpending(read),
    streaming: {
      /** Open event streams per account and process. */
      maxStreamsPerAccount: read.whole('RASTRO_MAX_STREAMS_PER_ACCOUNT', 1_000, 1, 1_000_000),
    },
    commands: {
      /** Time until a command without a response fails; it may have been executed. */
      timeoutSeconds: read.whole('RASTRO_COMMAND_TIMEOUT_SECONDS', 60, 1, 3_600),
    },
    shares: {
      /** Maximum lifetime of a share. */
      maxDays: read.whole('RASTRO_SHARE_MAX_DAYS', 30, 1, 3_650),
      /** Open event streams per share and process. They count towards the account's limit. */
      maxViewers: read.whole('RASTRO_SHARE_MAX_VIEWERS', 100, 1, 100_000),
    },
    trips: {
      /** Days for which trips, stops and their corrections are kept; never less than locations. */
      keepDays: read.whole('RASTRO_TRIPS_KEEP_DAYS', 1_095, 400, 36_500),
      /** Days for which the sums of each device and day are kept. They are dropped by whole years. */
      keepDayDays: read.whole('RASTRO_TRIP_DAYS_KEEP_DAYS', 3_650, 400, 36_500),
    },
    exports: {
      /** Directory for the archives of accounts. The notifier writes there, the api reads. */
      dir: read.text('RASTRO_EXPORT_DIR', '/var/lib/rastro/exports'),
    },
    erasure: {
      /** Days from the closing of an account to its erasure, during which it can be undone. */
      closingDays: read.whole('RASTRO_CLOSING_DAYS', 30, 7, 90),
      /** Days for which backups are kept, named in the statement of an erasure. Rastro does not delete backups. */
      backupDays: read.whole('RASTRO_BACKUP_DAYS', 35, 0, 3_650),
    },
    webhooks: {
      /** Private networks that webhooks can reach, also over http and on any port: `10.1.0.0/16`. */
      allowedNetworks: read.networks('RASTRO_WEBHOOK_ALLOWED_NETWORKS'),
      /** Ports that webhooks can reach on public addresses. */
      publicPorts: read.ports('RASTRO_WEBHOOK_PORTS', [443, 8_443]),
      /** DNS servers for resolving webhook URLs: `10.1.0.53:53`. Defaults to those of the system. */
      dnsServers: read.list('RASTRO_WEBHOOK_DNS_SERVERS'),
      /** Webhook requests in flight per process. */
      concurrency: read.whole('RASTRO_WEBHOOK_CONCURRENCY', 64, 2, 1_000),
      /** Time until a webhook request without a response fails. */
      timeoutSeconds: read.whole('RASTRO_WEBHOOK_TIMEOUT_SECONDS', 15, 1, 30),
      /** Queued deliveries per webhook. Further events stay in the event log. */
      maxQueued: read.whole('RASTRO_WEBHOOK_MAX_QUEUED', 5_000, 10, 1_000_000),
    },
    geocoding: readGeocoding(read),
    history: readHistory(read),
    accounts: {
      /** Whom customers ask, shown when an account is suspended: an e-mail address, a telephone number or a URL. By default the address of the first operator. */
      operatorContact: read.text('RASTRO_OPERATOR_CONTACT', ''),
      /** `on` lets anybody create an account with a trial, after confirming an e-mail address. The notifier needs RASTRO_SMTP_URL. */
      signUp: read.oneOf('RASTRO_SIGN_UP', ['off', 'on'], 'off'),
      /** Proof of work in the sign-up page, in bits of each of 16 puzzles: 15 takes a browser about a second, each further one twice as long. 0 asks for none. */
      signUpWorkBits: read.whole('RASTRO_SIGN_UP_WORK_BITS', 15, 0, 22),
      /** Days of a trial. The account is suspended afterwards. */
      trialDays: read.whole('RASTRO_TRIAL_DAYS', 30, 1, 3_650),
      /** Licenses of an account in its trial. */
      trialLicenses: read.whole('RASTRO_TRIAL_LICENSES', 5, 0, 1_000_000),
      /** E-mails that an account in its trial may send a day. */
      trialEmailsPerDay: read.whole('RASTRO_TRIAL_EMAILS_PER_DAY', 50, 0, 1_000_000_000),
      /** SMS that an account in its trial may send a day. */
      trialSmsPerDay: read.whole('RASTRO_TRIAL_SMS_PER_DAY', 0, 0, 1_000_000_000),
    },
    web: {
      /** Directory of the built web interface. */
      dir: read.text('RASTRO_WEB_DIR', builtWeb),
      /** Directory of the built documentation. */
      docsDir: read.text('RASTRO_DOCS_DIR', builtDocs),
      /** Product name in the web interface and in e-mails, until the platform has a brand. */
      productName: read.text('RASTRO_PRODUCT_NAME', 'Rastro'),
      /** Directory of maps with streets. `rastro map add` writes there, the api reads. */
      mapDir: read.text('RASTRO_MAP_DIR', '/var/lib/rastro/maps'),
      basemap: readBasemap(read),
      providers: readMapProviders(read),
      openIn: readOpenIn(read),
    },
    /** List of releases, as releases.json, read once a night to report a newer one: `https://git.example/rastro/releases.json`. Without it nobody is asked. */
    releasesUrl: read.optionalUrl('RASTRO_RELEASES_URL', ['http:', 'https:']),
    metrics: {
      /** Address each process serves metrics and health on. This port is unauthenticated; do not expose it. */
      host: read.text('RASTRO_METRICS_HOST', '127.0.0.1'),
      /** Metrics port of the gateway; mqtt, recorder, notifier, api, trips and reporter use the next six. 0 disables it. */
      port: read.whole('RASTRO_METRICS_PORT', 0, 0, 65_529),
    },
    tracing: {
      /** OTLP/HTTP endpoint for traces: `http://127.0.0.1:4318`. Without it tracing is off. */
      otlpUrl: read.optionalUrl('RASTRO_OTLP_URL', ['http:', 'https:']),
      /** Fraction of frames and requests traced, from 0 to 1. Alarms, and requests with a trace header, are always traced. */
      ratio: read.share('RASTRO_TRACE_SAMPLE_RATIO', 0),
    },
    /** Level of the log on standard output, one JSON object per line. */
    log: { level: read.oneOf('RASTRO_LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], 'info') },
  }
  if (config.tracing.ratio > 0 && !config.tracing.otlpUrl) {
    read.faults.push('RASTRO_TRACE_SAMPLE_RATIO is set, but RASTRO_OTLP_URL is not')
  }
  const { certificateFile, keyFile } = config.gateway.tls
  if ((certificateFile === '') !== (keyFile === '')) {
    read.faults.push(
      'RASTRO_GATEWAY_TLS_CERTIFICATE_FILE and RASTRO_GATEWAY_TLS_KEY_FILE belong together: set both or neither',
    )
  }
  const { directoryUrl, number } = config.cells
  if (number > 0 !== (directoryUrl !== undefined)) {
    read.faults.push('RASTRO_CELL_NUMBER and RASTRO_DIRECTORY_URL belong together: set both or neither')
  }
  if (number > 0 && config.history.kind !== 'off') {
    read.faults.push(
      'RASTRO_ARCHIVE_KIND is for installations with a single cell: archived accounts cannot be moved',
    )
  }
  return { config: deepFreeze(config), faults: read.faults }
}

/** The effective configuration for operators: of secrets it shows only whether they are set. */
export function maskSecrets(config: Config): unknown {
  const shown = (key: string, value: unknown) => {
    if (key === 'secret') return value === undefined ? '(not set)' : '(set)'
    // Its paths may contain a key.
    if (key === 'template') return value && '(set)'
    if (key === 'oldSecrets') return `(${(value as string[]).length} set)`
    if (!urlFields.has(key)) return value
    return Array.isArray(value) ? value.map(withoutCredentials) : withoutCredentials(value)
  }
  return JSON.parse(JSON.stringify(config, shown))
}

/** The URL without its password and query. */
function withoutCredentials(address: unknown): unknown {
  if (typeof address !== 'string') return address
  const servers = serversOf(address).map((server) => new URL(server))
  const { protocol, username, password, pathname, search } = servers[0]!
  const host = servers.map((server) => server.host).join(',')
  // A user name without a password is a token.
  const credentials = password ? `${username}:(set)@` : username && '(set)@'
  return `${protocol}//${credentials}${host}${pathname}${search && '?(set)'}`
}

/** Prices are settings, caps of accounts and of the platform are set with `rastro caps`. */
function readSpending(read: SettingsReader) {
  /** Currency of prices and money caps, as an ISO 4217 code. */
  const currency = read.text('RASTRO_CURRENCY', 'EUR')
  if (!/^[A-Z]{3}$/.test(currency)) {
    read.faults.push(`RASTRO_CURRENCY is "${currency}", but must be an ISO 4217 code like EUR`)
  }
  /** Price of one e-mail: `0.0004`. At most six decimals. */
  const email = read.price('RASTRO_EMAIL_PRICE')
  /** Price of one SMS by the beginning of the telephone number: `*=0.08,+34=0.045,+351=0.05`. The longest match counts; `*` is required. A long SMS counts once. */
  const sms = read.prices('RASTRO_SMS_PRICES')
  return {
    currency,
    prices: {
      email,
      smsPrefixes: [...sms.keys()],
      smsPrices: [...sms.values()],
      /** Price of one WhatsApp message: `0.03`. At most six decimals. */
      whatsapp: read.price('RASTRO_WHATSAPP_PRICE'),
      /** Price of a minute of a call: `0.02`. At most six decimals. A call with an alert counts as one minute. */
      voice: read.price('RASTRO_CALL_MINUTE_PRICE'),
    },
    defaults: {
      /** E-mails per day of an account, unless set with `rastro caps`. */
      emailDay: read.whole('RASTRO_ACCOUNT_EMAILS_PER_DAY', 2_000, 0, 1_000_000_000),
      /** SMS per day of an account, unless set with `rastro caps`. */
      smsDay: read.whole('RASTRO_ACCOUNT_SMS_PER_DAY', 200, 0, 1_000_000_000),
      /** Messages per day of an account by push, Telegram and chat together. */
      messageDay: read.whole('RASTRO_ACCOUNT_MESSAGES_PER_DAY', 10_000, 0, 1_000_000_000),
    },
    /** Time until an account that sends nothing returns its part of the platform's budget. */
    leaseSeconds: read.whole('RASTRO_BUDGET_LEASE_SECONDS', 60, 1, 600),
  }
}

/** A geocoder for street addresses. What it receives is listed in docs/places.md. */
function readGeocoding(read: SettingsReader) {
  /** Geocoder for street addresses: `photon`, `nominatim`, or `template` for any other that answers with JSON. `off`: no position leaves the installation. */
  const kind = read.oneOf('RASTRO_GEOCODER_KIND', geocoderKinds, 'off')
  /** URL of the geocoder: `https://photon.example`. `{key}` in it is replaced by RASTRO_GEOCODER_SECRET. */
  const geocoderUrl = read.optionalUrl('RASTRO_GEOCODER_URL', ['http:', 'https:'])
  if (kind !== 'off' && !geocoderUrl) {
    read.faults.push(`RASTRO_GEOCODER_URL is not set, but RASTRO_GEOCODER_KIND is "${kind}"`)
  }
  /** JSON template of requests and answers, for the kind `template`: see docs/places.md. */
  const json = read.json('RASTRO_GEOCODER_TEMPLATE')
  const template = json === undefined ? undefined : readTemplate(json)
  for (const text of template?.faults ?? []) read.faults.push(`RASTRO_GEOCODER_TEMPLATE ${text}`)
  if (kind === 'template' && json === undefined) {
    read.faults.push('RASTRO_GEOCODER_TEMPLATE is not set, but RASTRO_GEOCODER_KIND is "template"')
  }
  /** Contact of the operator, sent to the geocoder as part of the User-Agent: an e-mail address or a URL. Public Nominatim servers require it. */
  const contact = read.text('RASTRO_GEOCODER_CONTACT', '')
  if (!/^[\x20-\x7e]{0,200}$/.test(contact)) {
    read.faults.push('RASTRO_GEOCODER_CONTACT must have at most 200 characters of ASCII')
  }
  return {
    kind,
    geocoderUrl,
    /** Key of the geocoder. Sent as a bearer token, unless the URL or the template has `{key}`. */
    key: { secret: read.optionalSecret('RASTRO_GEOCODER_SECRET', 4) },
    template: template?.template,
    contact,
    /** Private networks in which the geocoder may be, also over http: `10.1.0.0/16`. */
    allowedNetworks: read.networks('RASTRO_GEOCODER_ALLOWED_NETWORKS'),
    /** Requests to the geocoder per second and process, from 0.01 to 1000. Further lookups use place names only. */
    requestsPerSecond: read.rate('RASTRO_GEOCODER_REQUESTS_PER_SECOND', 1),
    /** Hours for which answers of the geocoder are kept in memory, as its terms permit; 0 keeps none. */
    cacheHours: read.whole('RASTRO_GEOCODER_CACHE_HOURS', 24, 0, 8_760),
    /** Time until a request to the geocoder is given up. Nobody waits that long: see docs/places.md. */
    timeoutSeconds: read.whole('RASTRO_GEOCODER_TIMEOUT_SECONDS', 5, 1, 30),
  }
}

/** The archive of locations: docs/history.md. */
function readHistory(read: SettingsReader) {
  /** Where weeks of locations that are over are archived: `local` is a directory, `s3` any server that speaks S3. `off`: they stay in PostgreSQL. */
  const kind = read.oneOf('RASTRO_ARCHIVE_KIND', ['off', 'local', 's3'] as const, 'off')
  /** Directory of the archive, for the kind `local`. All processes need it, under the same name. */
  const directory = read.text('RASTRO_ARCHIVE_DIRECTORY', '')
  /** URL of the S3 server, for the kind `s3`: `https://s3.eu-west-1.amazonaws.com`. The bucket is not part of it. */
  const endpoint = read.optionalUrl('RASTRO_ARCHIVE_S3_URL', ['http:', 'https:'])
  /** Bucket of the archive. */
  const bucket = read.text('RASTRO_ARCHIVE_S3_BUCKET', '')
  /** Access key of the bucket. */
  const accessKeyId = read.text('RASTRO_ARCHIVE_S3_ACCESS_KEY', '')
  /** Its secret. */
  const secretAccessKey = read.optionalSecret('RASTRO_ARCHIVE_S3_SECRET', 4) ?? ''
  const missing = {
    off: {},
    local: { RASTRO_ARCHIVE_DIRECTORY: directory },
    s3: {
      RASTRO_ARCHIVE_S3_URL: endpoint,
      RASTRO_ARCHIVE_S3_BUCKET: bucket,
      RASTRO_ARCHIVE_S3_ACCESS_KEY: accessKeyId,
      RASTRO_ARCHIVE_S3_SECRET: secretAccessKey,
    },
  }[kind]
  for (const [name, value] of Object.entries(missing))
    if (!value) read.faults.push(`${name} is not set, but RASTRO_ARCHIVE_KIND is "${kind}"`)
  return {
    kind,
    directory,
    /** Age in days from which a week of locations is archived. */
    archiveAfterDays: read.whole('RASTRO_ARCHIVE_AFTER_DAYS', 14, 7, 3_650),
    s3: {
      endpoint: endpoint ?? '',
      /** Region of the S3 server. */
      region: read.text('RASTRO_ARCHIVE_S3_REGION', 'us-east-1'),
      bucket,
      /** Precedes the names of all objects: `rastro/history`. */
      prefix: read.text('RASTRO_ARCHIVE_S3_PREFIX', ''),
      accessKeyId,
      secretAccessKey,
      /** Encryption by the S3 server: `AES256` or `aws:kms`. */
      encryption: read.oneOf('RASTRO_ARCHIVE_S3_ENCRYPTION', ['off', 'AES256', 'aws:kms'] as const, 'off'),
      /** Key for `aws:kms`, if not the server's default. */
      kmsKeyId: read.text('RASTRO_ARCHIVE_S3_KMS_KEY', ''),
    },
  }
}

/** Other origins that a style or file refers to must be listed, or browsers block them. */
function readBasemap(read: SettingsReader) {
  /** Basemap: the built-in world map, a PMTiles file (Protomaps schema), a MapLibre style, or raster tiles. */
  const kind = read.oneOf('RASTRO_BASEMAP_KIND', basemapKinds, 'built-in')
  /** URL of the basemap. */
  const url = read.optionalUrl('RASTRO_BASEMAP_URL', ['http:', 'https:']) ?? ''
  if (kind !== 'built-in' && !url) {
    read.faults.push(`RASTRO_BASEMAP_URL is not set, but RASTRO_BASEMAP_KIND is "${kind}"`)
  }
  /** Additional origins a map style loads from; browsers block others. */
  const others = read.list('RASTRO_BASEMAP_ORIGINS').map((value) => {
    if (URL.canParse(value) && /^https?:/.test(value)) return value
    read.faults.push(`RASTRO_BASEMAP_ORIGINS has "${value}", which is not a URL like https://tiles.example`)
    return ''
  })
  const origins = [kind === 'built-in' ? '' : url, ...others]
    .filter((value) => URL.canParse(value))
    .map((value) => new URL(value).origin)
  return {
    kind,
    url,
    /** Attribution shown on the map. */
    attribution: read.text('RASTRO_BASEMAP_ATTRIBUTION', ''),
    origins: [...new Set(origins)],
  }
}

/** Their keys are no secrets: browsers send them. */
function readMapProviders(read: SettingsReader): MapProvider[] {
  /** Map providers that users can choose, the first by default: `openfreemap,sentinel-2`. `rastro map providers` lists all, with what browsers disclose to them. */
  const ids = read.list('RASTRO_MAP_PROVIDERS')
  /** Keys of map providers: `maptiler=KEY,stadia=KEY`. Browsers see them; restrict them to this site. */
  const entries = read.list('RASTRO_MAP_PROVIDER_KEYS')
  const keys = new Map<string, string>()
  for (const entry of entries) {
    const [, id, key] = /^([a-z0-9-]+)=([\w.~-]{1,200})$/.exec(entry) ?? []
    if (id === undefined || key === undefined)
      read.faults.push('RASTRO_MAP_PROVIDER_KEYS must be like maptiler=KEY,stadia=KEY')
    else keys.set(id, key)
  }
  return [...new Set(ids)].flatMap((id) => {
    const provider = mapProviders.find((one) => one.id === id)
    if (!provider) {
      const known = mapProviders.map((one) => one.id).join(', ')
      read.faults.push(`RASTRO_MAP_PROVIDERS has "${id}", but must be of ${known}`)
      return []
    }
    const key = keys.get(id)
    if (provider.needsKey && key === undefined) {
      read.faults.push(`RASTRO_MAP_PROVIDERS has "${id}", but RASTRO_MAP_PROVIDER_KEYS has no key for it`)
      return []
    }
    const { url, darkUrl } = provider
    const withKey = (address: string) => address.replace('=KEY', `=${key}`)
    return [{ ...provider, url: withKey(url), ...(darkUrl && { darkUrl: withKey(darkUrl) }) }]
  })
}

function readOpenIn(read: SettingsReader): OpenInTarget[] {
  /** Links from a position to other maps, in this order: of `osm`, `google`, `apple`, `waze` and `geo` (the map app of the user's device). Nothing is sent there before a click. By default none. */
  const entries = read.list('RASTRO_OPEN_IN')
  const wanted = [...new Set(entries)]
  const known = (one: string): one is OpenInTarget => openInTargets.some((target) => target === one)
  for (const one of wanted) {
    if (!known(one))
      read.faults.push(`RASTRO_OPEN_IN has "${one}", but must be of ${openInTargets.join(', ')}`)
  }
  return wanted.filter(known)
}

/** Where browsers load maps from, besides this server. */
export function mapOrigins({ basemap, providers }: Pick<Config['web'], 'basemap' | 'providers'>): string[] {
  return [...new Set([...basemap.origins, ...providers.flatMap(({ origins }) => origins)])]
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : 'localhost'
}

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) if (inner && typeof inner === 'object') deepFreeze(inner)
  return Object.freeze(value)
}
