// Checks that NATS is reachable, durable and protected.

import { checkClock } from './clock.ts'
import type { Check, DoctorContext } from './doctor.types.ts'
import {
  fault,
  faultInProduction,
  inEnvironment,
  inJetStreamBlock,
  inNatsConfig,
  inShell,
  manually,
  ok,
  restart,
  warning,
} from './findings.ts'
import type { Monitor } from './reach.ts'
import { fetchMonitor, inspectBusState, isFailure } from './reach.ts'

const minNatsVersion = [2, 10, 23]
const defaultMonitorPort = 8222
const loopback = /^(127\.|localhost$|::1$|\[::1\]$)/

async function getMonitor(ctx: DoctorContext): Promise<Monitor> {
  return (await fetchMonitor(ctx)) as Monitor
}

function isOlder(version: string): boolean {
  const parts = version.split('.').map(Number)
  for (const [index, least] of minNatsVersion.entries()) {
    const part = parts[index] ?? 0
    if (part !== least) return part < least
  }
  return false
}

export const natsChecks: Check[] = [
  {
    id: 'nats.reachable',
    group: 'NATS',
    about: 'NATS is unreachable',
    async run(ctx) {
      const state = await inspectBusState(ctx)
      if (!isFailure(state)) return ok('NATS is reachable')
      if (state.code === 'not configured') return []
      const message = `NATS is unreachable: ${state.message || state.code}`
      const impact = 'Trackers are not acknowledged, and no process starts.'
      if (/jetstream/i.test(state.message))
        return fault(
          message,
          impact,
          inNatsConfig('jetstream { store_dir: "/var/lib/nats", sync_interval: always }'),
          restart('nats-server'),
        )
      if (/authori[sz]ation|authenticat/i.test(state.message))
        return fault(
          message,
          impact,
          manually(
            'Compare user and password in RASTRO_NATS_URL with those in the configuration of nats-server.',
          ),
        )
      return fault(
        message,
        impact,
        inShell('sudo systemctl start nats-server', '# in a checkout: npm run services -- start'),
      )
    },
  },
  {
    id: 'nats.monitor',
    group: 'NATS',
    about: 'the NATS monitor is not configured or unreachable',
    isStartupCheck: true,
    async run(ctx) {
      const monitor = await fetchMonitor(ctx)
      if (!isFailure(monitor)) return ok('the NATS monitor is reachable')
      const impact = 'It cannot be checked whether NATS syncs to disk.'
      const { monitorUrl } = ctx.config.bus
      if (monitorUrl) {
        const { origin, port } = new URL(monitorUrl)
        return fault(
          `${origin} is unreachable: ${monitor.message || monitor.code}`,
          impact,
          inNatsConfig(`http: "127.0.0.1:${port || defaultMonitorPort}"`),
          restart('nats-server'),
        )
      }
      const [first] = ctx.config.bus.natsUrls
      const host = first ? new URL(first).hostname : '127.0.0.1'
      return faultInProduction(
        ctx,
        'RASTRO_NATS_MONITOR_URL is not set',
        impact,
        inNatsConfig(`http: "127.0.0.1:${defaultMonitorPort}"`),
        inEnvironment(`export RASTRO_NATS_MONITOR_URL=http://${host}:${defaultMonitorPort}`),
      )
    },
  },
  {
    id: 'nats.version',
    group: 'NATS',
    about: `nats-server is older than ${minNatsVersion.join('.')}`,
    needs: 'monitor',
    isStartupCheck: true,
    async run(ctx) {
      const { version } = await getMonitor(ctx)
      if (!isOlder(String(version))) return ok(`NATS is ${version}`)
      return fault(
        `NATS is ${version}, which is older than ${minNatsVersion.join('.')}`,
        'A killed server can lose entire streams.',
        inShell('sudo scripts/install-services # in a checkout, on Debian 12'),
        restart('nats-server'),
      )
    },
  },
  {
    id: 'nats.sync',
    group: 'NATS',
    about: '`sync_interval` is not `always`',
    needs: 'monitor',
    isStartupCheck: true,
    async run(ctx) {
      const { jetstream } = await getMonitor(ctx)
      if (jetstream?.config?.sync_always) return ok('NATS syncs to disk before it acknowledges')
      return fault(
        'sync_interval is not "always"',
        'A power failure loses acknowledged locations.',
        inJetStreamBlock('sync_interval: always'),
        restart('nats-server'),
      )
    },
  },
  {
    id: 'nats.authorization',
    group: 'NATS',
    about: 'NATS requires no password',
    needs: 'monitor',
    async run(ctx) {
      const { auth_required: isRequired, host } = await getMonitor(ctx)
      if (isRequired) return ok('NATS requires a password')
      const report = loopback.test(host) ? warning : fault
      return report(
        `NATS listens on ${host} and requires no password`,
        'Anyone with network access can read and write the locations of all accounts.',
        inNatsConfig('authorization { user: "rastro", password: "a long random password" }'),
        manually('Set the same user and password in RASTRO_NATS_URL.'),
        restart('nats-server'),
      )
    },
  },
  {
    id: 'nats.monitor-open',
    group: 'NATS',
    about: 'the NATS monitor listens on all addresses',
    needs: 'monitor',
    async run(ctx) {
      const { http_host: host, http_port: port } = await getMonitor(ctx)
      if (host !== '' && host !== '0.0.0.0' && host !== '::')
        return ok(`the NATS monitor listens only on ${host}`)
      return warning(
        `the NATS monitor listens on all addresses, port ${port}`,
        'It requires no password and exposes stream names and connections.',
        inNatsConfig(`http: "127.0.0.1:${port}"`),
        restart('nats-server'),
      )
    },
  },
  {
    id: 'nats.ports',
    group: 'NATS',
    about: 'NATS listens for WebSocket, MQTT or leaf nodes',
    needs: 'monitor',
    async run(ctx) {
      const monitor = await getMonitor(ctx)
      const open = (['websocket', 'mqtt', 'leaf'] as const).filter((protocol) => monitor[protocol]?.port)
      if (open.length === 0) return ok('NATS listens on no unused ports')
      return warning(
        `NATS also listens for ${open.join(', ')}`,
        'Rastro does not use them, and most vulnerabilities of NATS were there.',
        manually(
          `Remove the blocks ${open.join(', ')} from the configuration of nats-server, and restart it.`,
        ),
      )
    },
  },
  {
    id: 'nats.clock',
    group: 'NATS',
    about: 'the clocks of this machine and of NATS differ',
    needs: 'monitor',
    async run(ctx) {
      const before = Date.now()
      const response = await fetch(`${ctx.config.bus.monitorUrl}/varz`, {
        signal: AbortSignal.timeout(3_000),
      })
      const { now } = (await response.json()) as Monitor
      return checkClock(ctx, 'NATS', new Date(now), Date.now() - before)
    },
  },
]
