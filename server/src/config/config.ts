// The only reader of the environment: flat variables in, one frozen object out, every fault named at once.

import { fileURLToPath } from 'node:url'
import { serversOf } from '../platform/db/database-url.ts'
import type { SettingsReader } from './settings-reader.ts'
import { createReader } from './settings-reader.ts'

export type Mode = 'development' | 'production'
export type Config = ReturnType<typeof readConfig>

/** Thrown with every fault of the environment, so that one start tells all of them. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly faults: string[]
  constructor(faults: string[]) {
    super(
      `The configuration has ${faults.length} fault(s):\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    )
    this.faults = faults
  }
}

const builtWeb = fileURLToPath(new URL('../../web/dist', import.meta.url))
const builtDocs = fileURLToPath(new URL('../../docs/.vitepress/dist', import.meta.url))
const basemapKinds = ['built-in', 'pmtiles', 'style', 'raster'] as const

const addressFields = new Set([
  'databaseUrl',
  'ownerUrl',
  'backupUrl',
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
])

export function readConfig(env: Record<string, string | undefined>) {
  const { config, faults } = surveyConfig(env)
  if (faults.length > 0) throw new ConfigError(faults)
  return config
}

/** With what is usual, or nothing, in the place of each fault: for who examines as much as there is. */
export function surveyConfig(env: Record<string, string | undefined>) {
  const read = createReader(env)
  /** In `production` a start with unsafe settings is refused. */
  const mode = read.oneOf<Mode>('RASTRO_MODE', ['development', 'production'], 'development')
  /** How browsers and programs reach the API from outside. */
  const publicUrl = read.url('RASTRO_PUBLIC_URL', ['http:', 'https:'], 'http://localhost:8080')
  /** One port for every tracker; 0 takes any free one. */
  const gatewayPort = read.whole('RASTRO_GATEWAY_PORT', 5_000, 0, 65_535)
  const config = {
    mode,
    http: {
      /** Where the API listens. */
      host: read.text('RASTRO_HTTP_HOST', '127.0.0.1'),
      /** 0 takes any free one. */
      port: read.whole('RASTRO_HTTP_PORT', 8080, 0, 65_535),
      publicUrl,
      /** Addresses and networks of proxies in front, whose word on the caller's address counts. */
      trustedProxies: read.list('RASTRO_TRUSTED_PROXIES'),
      /** Origins whose pages may call the API with a token, each exactly: `https://portal.example`. None may by default. */
      corsOrigins: read.origins('RASTRO_CORS_ORIGINS'),
      /** Of one token. Beyond it: 429. */
      callsPerMinute: read.whole('RASTRO_CALLS_PER_MINUTE', 1_200, 1, 100_000_000),
      /** Of one address, before anybody has said who he is. */
      callsPerMinuteOfAddress: read.whole('RASTRO_CALLS_PER_MINUTE_OF_ADDRESS', 12_000, 1, 100_000_000),
      /** The largest body of a request, but where a route says otherwise. */
      bodyLimitBytes: read.whole('RASTRO_BODY_LIMIT_BYTES', 262_144, 1_024, 16_777_216),
    },
    db: {
      /** As the application's role, which owns nothing: `postgres://rastro_app:password@host/rastro`. Of several hosts, separated by commas, the one that takes writes. */
      databaseUrl: read.url('RASTRO_DATABASE_URL', ['postgres:', 'postgresql:']),
      /** As the owner of the schema: for `rastro migrate` and other commands, never for serving. */
      ownerUrl: read.optionalUrl('RASTRO_DATABASE_OWNER_URL', ['postgres:', 'postgresql:']),
      /** The role that takes backups: it sees past row-level security and writes nothing. */
      backupUrl: read.optionalUrl('RASTRO_DATABASE_BACKUP_URL', ['postgres:', 'postgresql:']),
      /** Where pg_dump and pg_restore are, where neither PATH nor Debian's usual place has them. */
      toolsDir: read.text('RASTRO_POSTGRES_TOOLS', ''),
      /** Connections of one process. */
      poolSize: read.whole('RASTRO_DATABASE_POOL', 8, 1, 200),
      /** A statement that takes longer is ended. */
      statementTimeoutMs: read.whole('RASTRO_STATEMENT_TIMEOUT_MS', 10_000, 100, 600_000),
    },
    bus: {
      /** One address, or several of a cluster, separated by commas. */
      natsUrls: read.urls('RASTRO_NATS_URL', ['nats:', 'tls:']),
      /** The monitoring of NATS, where the doctor and the guard look at its settings. */
      monitorUrl: read.optionalUrl('RASTRO_NATS_MONITOR_URL', ['http:', 'https:']),
      /** Lets two installations share a NATS server without seeing each other. */
      namespace: read.text('RASTRO_BUS_NAMESPACE', 'rastro'),
      /** The log of locations is cut into this many, each recorded in order. Only ever raise it. */
      partitions: read.whole('RASTRO_PARTITIONS', 4, 1, 256),
      /** How long the log of locations keeps them, stored or not. */
      logHours: read.whole('RASTRO_LOG_HOURS', 72, 1, 8_760),
      /** A full log takes nothing more, and trackers keep what they have. */
      logMaxMb: read.whole('RASTRO_LOG_MAX_MB', 20_480, 16, 10_000_000),
      /** On how many servers of a cluster each stream is kept. */
      replicas: read.whole('RASTRO_STREAM_REPLICAS', 1, 1, 5),
      /** NATS sets this much of its disk aside, whether it is used or not. */
      eventsMaxMb: read.whole('RASTRO_EVENTS_MAX_MB', 8_192, 1, 1_048_576),
      /** How long what trackers sent is kept, byte for byte, to be decoded again; 0 keeps none. */
      framesHours: read.whole('RASTRO_FRAMES_HOURS', 72, 0, 8_760),
      /** The oldest frames make room. */
      framesMaxMb: read.whole('RASTRO_FRAMES_MAX_MB', 2_048, 1, 1_048_576),
    },
    access: {
      /** Everything that is sealed or signed depends on it. Keep it apart from backups. */
      secret: read.secret('RASTRO_SECRET', 32),
      /** Those before it, one a line: what they sealed can still be read, and what they signed still verified. */
      oldSecrets: read.secrets('RASTRO_OLD_SECRETS', 32),
      issuer: publicUrl,
      /** How long a token of an API key is good. */
      tokenMinutes: read.whole('RASTRO_TOKEN_MINUTES', 60, 5, 1_440),
      /** How long a token of a browser is good, before its cookie renews it. */
      sessionTokenMinutes: read.whole('RASTRO_SESSION_TOKEN_MINUTES', 10, 5, 60),
      /** How long somebody stays signed in who does not come back. */
      sessionDays: read.whole('RASTRO_SESSION_DAYS', 14, 1, 90),
      /** How long somebody stays signed in at most, however often he comes back. */
      sessionMaxDays: read.whole('RASTRO_SESSION_MAX_DAYS', 90, 1, 365),
      /** How long one key signs tokens. */
      signingKeyDays: read.whole('RASTRO_SIGNING_KEY_DAYS', 30, 1, 90),
      /** How long a new signing key is known before it is used. */
      signingKeyLeadSeconds: read.whole('RASTRO_SIGNING_KEY_LEAD_SECONDS', 600, 0, 86_400),
      /** Wrong passwords or keys of one name, before it is slowed down. */
      failuresPerName: read.whole('RASTRO_FAILURES_PER_NAME', 5, 1, 100_000),
      /** The same from one address. */
      failuresPerAddress: read.whole('RASTRO_FAILURES_PER_ADDRESS', 20, 1, 100_000),
      /** The same of all together. */
      failuresOverallPerMinute: read.whole('RASTRO_FAILURES_OVERALL_PER_MINUTE', 300, 1, 1_000_000),
    },
    gateway: {
      /** Where trackers are heard. */
      host: read.text('RASTRO_GATEWAY_HOST', '0.0.0.0'),
      port: gatewayPort,
      /** Where trackers find it, as the web interface tells whoever sets one up. */
      publicHost: read.text('RASTRO_GATEWAY_PUBLIC_HOST', hostOf(publicUrl)),
      /** The port that goes with it. */
      publicPort: read.whole('RASTRO_GATEWAY_PUBLIC_PORT', gatewayPort, 0, 65_535),
      /** Further ports for one protocol each: `teltonika=5027,gt06=5023`. */
      protocolPorts: read.list('RASTRO_GATEWAY_PROTOCOL_PORTS'),
      /** Iridium's gateways, which prove nothing but where they are: `192.0.2.0/24,2001:db8::/32`. Others are refused. */
      directipNetworks: read.list('RASTRO_DIRECTIP_NETWORKS'),
      /** The broker that phones publish to: `mqtt://user:password@host:1883`, or `mqtts://`. Without it the role rests. */
      mqttUrl: read.optionalUrl('RASTRO_MQTT_URL', ['mqtt:', 'mqtts:']),
      /** The broker keeps what comes for this name while nobody of that name is there. */
      mqttClientId: read.text('RASTRO_MQTT_CLIENT_ID', 'rastro'),
      /** Open connections of one process. */
      maxConnections: read.whole('RASTRO_GATEWAY_CONNECTIONS', 50_000, 1, 1_000_000),
      /** The same from one address: many trackers share that of their operator's gateway. */
      maxConnectionsPerAddress: read.whole('RASTRO_GATEWAY_CONNECTIONS_PER_ADDRESS', 5_000, 1, 1_000_000),
      /** Who connects and says nothing of use for so long is cut off. */
      firstFrameSeconds: read.whole('RASTRO_GATEWAY_FIRST_FRAME_SECONDS', 30, 1, 600),
      /** Who says nothing for so long later on, too. */
      idleSeconds: read.whole('RASTRO_GATEWAY_IDLE_SECONDS', 900, 10, 86_400),
    },
    cells: {
      /** The directory that several cells share, as its application's role. Without it this cell is the only one. */
      directoryUrl: read.optionalUrl('RASTRO_DIRECTORY_URL', ['postgres:', 'postgresql:']),
      /** As the owner of the directory: for `rastro cell migrate` and `rastro cell join`, never for serving. */
      directoryOwnerUrl: read.optionalUrl('RASTRO_DIRECTORY_OWNER_URL', ['postgres:', 'postgresql:']),
      /** Which of the cells this is. 0 where there is one. */
      number: read.whole('RASTRO_CELL', 0, 0, 200),
      /** Where the other cells reach this one's API. */
      apiUrl: read.optionalUrl('RASTRO_CELL_API_URL', ['http:', 'https:']),
      /** This cell's database as a superuser, while `rastro account move` runs and no longer. The other cell's PostgreSQL uses it too. */
      moveSourceUrl: read.optionalUrl('RASTRO_MOVE_SOURCE_URL', ['postgres:', 'postgresql:']),
      /** The same of the cell that the account goes to. */
      moveTargetUrl: read.optionalUrl('RASTRO_MOVE_TARGET_URL', ['postgres:', 'postgresql:']),
      /** Where they reach its gateway. */
      gatewayHost: read.text('RASTRO_CELL_GATEWAY_HOST', ''),
      /** The port that goes with it. */
      gatewayPort: read.whole('RASTRO_CELL_GATEWAY_PORT', gatewayPort, 0, 65_535),
    },
    notifications: {
      /** `smtp://user:password@host:587`, or `smtps://` for TLS from the first byte. Without it no e-mail is sent. */
      smtpUrl: read.optionalUrl('RASTRO_SMTP_URL', ['smtp:', 'smtps:']),
      /** Who letters are from. */
      mailFrom: read.text('RASTRO_MAIL_FROM', `Rastro <alerts@${hostOf(publicUrl)}>`),
      /** `smpp://system:password@host:2775`, or `ssmpp://` over TLS. Without it and the next one no SMS is sent. */
      smppUrl: read.optionalUrl('RASTRO_SMPP_URL', ['smpp:', 'ssmpp:']),
      /** A provider that takes JSON over HTTP instead. */
      smsHttpUrl: read.optionalUrl('RASTRO_SMS_HTTP_URL', ['http:', 'https:']),
      /** What that provider is shown, as a bearer token. */
      smsHttp: { secret: read.optionalSecret('RASTRO_SMS_HTTP_SECRET', 8) },
      /** Who SMS are from: up to 11 letters, or a number. */
      smsFrom: read.text('RASTRO_SMS_FROM', 'Rastro'),
      /** Messages that one process has on their way at a time. */
      atOnce: read.whole('RASTRO_NOTIFICATIONS_AT_ONCE', 8, 1, 200),
      /** A process that is silent for so long is taken for dead, and its messages are sent again. */
      leaseSeconds: read.whole('RASTRO_NOTIFICATION_LEASE_SECONDS', 60, 1, 600),
      /** Without an answer for so long, nobody knows what became of a message. */
      answerSeconds: read.whole('RASTRO_NOTIFICATION_ANSWER_SECONDS', 30, 1, 600),
    },
    live: {
      /** Open streams of one account on one process. */
      maxListenersOfAccount: read.whole('RASTRO_STREAMS_PER_ACCOUNT', 1_000, 1, 1_000_000),
    },
    commands: {
      /** Without an answer for so long, nobody knows whether a tracker carried a command out. */
      answerSeconds: read.whole('RASTRO_COMMAND_ANSWER_SECONDS', 60, 1, 3_600),
    },
    shares: {
      /** How far ahead a share may expire. */
      maxDays: read.whole('RASTRO_SHARE_MAX_DAYS', 30, 1, 3_650),
      /** Open streams of one share on one process: they count among the account's own. */
      maxViewers: read.whole('RASTRO_SHARE_VIEWERS', 100, 1, 100_000),
    },
    webhooks: {
      /** Networks of the operator's own, like 10.1.0.0/16, that webhooks may reach: by http too, and at any port. */
      ownNetworks: read.networks('RASTRO_WEBHOOK_ALLOWED_NETWORKS'),
      /** Of public addresses only these ports are reached. */
      publicPorts: read.ports('RASTRO_WEBHOOK_PORTS', [443, 8_443]),
      /** Who is asked for the addresses of receivers, like 10.1.0.53:53. Without it whoever the system asks. */
      dnsServers: read.list('RASTRO_WEBHOOK_DNS'),
      /** Requests that one process has on their way at a time. */
      atOnce: read.whole('RASTRO_WEBHOOKS_AT_ONCE', 64, 2, 1_000),
      /** A receiver that has not answered after so long has failed. */
      answerSeconds: read.whole('RASTRO_WEBHOOK_ANSWER_SECONDS', 15, 1, 30),
      /** An endpoint with so many waiting reads no further; what it has not read stays in the log. */
      maxWaiting: read.whole('RASTRO_WEBHOOK_MAX_WAITING', 5_000, 10, 1_000_000),
    },
    web: {
      /** The built web interface. */
      dir: read.text('RASTRO_WEB_DIR', builtWeb),
      /** The built documentation. */
      docsDir: read.text('RASTRO_DOCS_DIR', builtDocs),
      /** The name that people see. */
      productName: read.text('RASTRO_PRODUCT_NAME', 'Rastro'),
      basemap: readBasemap(read),
    },
    metrics: {
      /** Where each process shows its figures and its health; never on the API's own port. */
      host: read.text('RASTRO_METRICS_HOST', '127.0.0.1'),
      /** The gateway's port; mqtt, recorder, notifier and api have the four behind it. 0: nowhere. */
      port: read.whole('RASTRO_METRICS_PORT', 0, 0, 65_531),
    },
    tracing: {
      /** Where traces go, by OTLP over HTTP: `http://127.0.0.1:4318`. Without it nothing is traced. */
      otlpUrl: read.optionalUrl('RASTRO_OTLP_URL', ['http:', 'https:']),
      /** Of what is heard and asked, from 0 to 1. Alarms, and requests that bring a trace, are traced in any case. */
      ratio: read.share('RASTRO_TRACES_RATIO', 0),
    },
    /** What is written to standard output, one JSON object a line. */
    log: { level: read.oneOf('RASTRO_LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], 'info') },
  }
  if (config.tracing.ratio > 0 && !config.tracing.otlpUrl) {
    read.faults.push('RASTRO_TRACES_RATIO is set, but RASTRO_OTLP_URL, where traces would go, is not')
  }
  const { directoryUrl, number } = config.cells
  if (number > 0 !== (directoryUrl !== undefined)) {
    read.faults.push('RASTRO_CELL and RASTRO_DIRECTORY_URL go together: set both, or neither')
  }
  return { config: deepFreeze(config), faults: read.faults }
}

/** The effective configuration as an operator may see it: secrets show only that they are set. */
export function withoutSecrets(config: Config): unknown {
  const shown = (key: string, value: unknown) => {
    if (key === 'secret') return value === undefined ? '(not set)' : '(set)'
    if (key === 'oldSecrets') return `(${(value as string[]).length} set)`
    if (!addressFields.has(key)) return value
    return Array.isArray(value) ? value.map(withoutCredentials) : withoutCredentials(value)
  }
  return JSON.parse(JSON.stringify(config, shown))
}

/** Of an address, where it leads and as whom. */
function withoutCredentials(address: unknown): unknown {
  if (typeof address !== 'string') return address
  const servers = serversOf(address).map((server) => new URL(server))
  const { protocol, username, password, pathname, search } = servers[0]!
  const host = servers.map((server) => server.host).join(',')
  // A user without a password is a token.
  const who = password ? `${username}:(set)@` : username && '(set)@'
  return `${protocol}//${who}${host}${pathname}${search && '?(set)'}`
}

/** The map under the devices. What a style or file points to elsewhere must be named, or browsers refuse to load it. */
function readBasemap(read: SettingsReader) {
  /** The map below the devices: the world that comes with us, a PMTiles file of the Protomaps schema, a MapLibre style, or raster tiles. */
  const kind = read.oneOf('RASTRO_BASEMAP_KIND', basemapKinds, 'built-in')
  /** Where that map is. */
  const url = read.optionalUrl('RASTRO_BASEMAP_URL', ['http:', 'https:']) ?? ''
  if (kind !== 'built-in' && !url) {
    read.faults.push(`RASTRO_BASEMAP_URL is not set, but RASTRO_BASEMAP_KIND is "${kind}"`)
  }
  /** Further origins that a style loads from; browsers refuse others. */
  const others = read.list('RASTRO_BASEMAP_ORIGINS').map((one) => {
    if (URL.canParse(one) && /^https?:/.test(one)) return one
    read.faults.push(`RASTRO_BASEMAP_ORIGINS has "${one}", which is no address like https://tiles.example`)
    return ''
  })
  const origins = [kind === 'built-in' ? '' : url, ...others]
    .filter((one) => URL.canParse(one))
    .map((one) => new URL(one).origin)
  return {
    kind,
    url,
    /** What the map's makers ask to be shown. */
    attribution: read.text('RASTRO_BASEMAP_ATTRIBUTION', ''),
    origins: [...new Set(origins)],
  }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : 'localhost'
}

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) if (inner && typeof inner === 'object') deepFreeze(inner)
  return Object.freeze(value)
}
