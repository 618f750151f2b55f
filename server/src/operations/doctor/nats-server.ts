// Whether NATS is there, keeps what it acknowledges, and lets nobody else in.

import { judgeClock } from './clock.ts'
import type { Check, Patient } from './doctor.types.ts'
import {
  byPerson,
  danger,
  fault,
  inEnvironment,
  inJetStreamBlock,
  inNatsConfig,
  inShell,
  ok,
  restart,
  warning,
} from './findings.ts'
import type { Monitor } from './reach.ts'
import { askBus, askMonitor, isMiss } from './reach.ts'

const oldestNats = [2, 10, 23]
const usualMonitorPort = 8222
const loopback = /^(127\.|localhost$|::1$|\[::1\]$)/

async function getMonitor(patient: Patient): Promise<Monitor> {
  return (await askMonitor(patient)) as Monitor
}

function isOlder(version: string): boolean {
  const parts = version.split('.').map(Number)
  for (const [index, least] of oldestNats.entries()) {
    const part = parts[index] ?? 0
    if (part !== least) return part < least
  }
  return false
}

export const natsChecks: Check[] = [
  {
    id: 'nats.reachable',
    group: 'NATS',
    about: 'NATS does not answer',
    async look(patient) {
      const state = await askBus(patient)
      if (!isMiss(state)) return ok('NATS answers')
      if (state.code === 'not configured') return []
      const found = `NATS does not answer: ${state.message || state.code}`
      const follows = 'No tracker is acknowledged, and no process starts.'
      if (/jetstream/i.test(state.message))
        return fault(
          found,
          follows,
          inNatsConfig('jetstream { store_dir: "/var/lib/nats", sync_interval: always }'),
          restart('nats-server'),
        )
      if (/authori[sz]ation|authenticat/i.test(state.message))
        return fault(
          found,
          follows,
          byPerson("Compare user and password in RASTRO_NATS_URL with those in NATS's configuration."),
        )
      return fault(
        found,
        follows,
        inShell('sudo systemctl start nats-server', '# in a checkout: npm run services -- start'),
      )
    },
  },
  {
    id: 'nats.monitor',
    group: 'NATS',
    about: 'the monitor of NATS is not named, or does not answer',
    isGuard: true,
    async look(patient) {
      const monitor = await askMonitor(patient)
      if (!isMiss(monitor)) return ok("NATS's monitor answers")
      const follows = 'Nobody can be asked whether NATS syncs to disk.'
      const { monitorUrl } = patient.config.bus
      if (monitorUrl) {
        const { origin, port } = new URL(monitorUrl)
        return fault(
          `${origin} does not answer: ${monitor.message || monitor.code}`,
          follows,
          inNatsConfig(`http: "127.0.0.1:${port || usualMonitorPort}"`),
          restart('nats-server'),
        )
      }
      const [first] = patient.config.bus.natsUrls
      const host = first ? new URL(first).hostname : '127.0.0.1'
      return danger(
        patient,
        'RASTRO_NATS_MONITOR_URL is not set',
        follows,
        inNatsConfig(`http: "127.0.0.1:${usualMonitorPort}"`),
        inEnvironment(`export RASTRO_NATS_MONITOR_URL=http://${host}:${usualMonitorPort}`),
      )
    },
  },
  {
    id: 'nats.version',
    group: 'NATS',
    about: `nats-server is older than ${oldestNats.join('.')}`,
    needs: 'monitor',
    isGuard: true,
    async look(patient) {
      const { version } = await getMonitor(patient)
      if (!isOlder(String(version))) return ok(`NATS is ${version}`)
      return fault(
        `NATS is ${version}, which is older than ${oldestNats.join('.')}`,
        'A killed server can lose whole streams.',
        inShell('sudo scripts/install-engines # in a checkout, on Debian 12'),
        restart('nats-server'),
      )
    },
  },
  {
    id: 'nats.sync',
    group: 'NATS',
    about: '`sync_interval` is not `always`',
    needs: 'monitor',
    isGuard: true,
    async look(patient) {
      const { jetstream } = await getMonitor(patient)
      if (jetstream?.config?.sync_always) return ok('NATS syncs to disk before it acknowledges')
      return fault(
        'sync_interval is not "always"',
        'A power cut loses what was acknowledged to trackers.',
        inJetStreamBlock('sync_interval: always'),
        restart('nats-server'),
      )
    },
  },
  {
    id: 'nats.authorization',
    group: 'NATS',
    about: 'NATS takes anybody',
    needs: 'monitor',
    async look(patient) {
      const { auth_required: asks, host } = await getMonitor(patient)
      if (asks) return ok('NATS asks for a password')
      const say = loopback.test(host) ? warning : fault
      return say(
        `NATS listens on ${host} and asks nobody for a password`,
        'Whoever reaches it reads and writes the locations of all accounts.',
        inNatsConfig('authorization { user: "rastro", password: "a long random password" }'),
        byPerson('Put the same user and password into RASTRO_NATS_URL.'),
        restart('nats-server'),
      )
    },
  },
  {
    id: 'nats.monitor-open',
    group: 'NATS',
    about: 'the monitor of NATS listens for everybody',
    needs: 'monitor',
    async look(patient) {
      const { http_host: host, http_port: port } = await getMonitor(patient)
      if (host !== '' && host !== '0.0.0.0' && host !== '::')
        return ok(`NATS's monitor listens on ${host} only`)
      return warning(
        `NATS's monitor listens on every address of its machine, port ${port}`,
        'It asks for no password, and tells the names of streams and who is connected.',
        inNatsConfig(`http: "127.0.0.1:${port}"`),
        restart('nats-server'),
      )
    },
  },
  {
    id: 'nats.doors',
    group: 'NATS',
    about: 'NATS listens for WebSocket, MQTT or leaf nodes',
    needs: 'monitor',
    async look(patient) {
      const monitor = await getMonitor(patient)
      const open = (['websocket', 'mqtt', 'leaf'] as const).filter((door) => monitor[door]?.port)
      if (open.length === 0) return ok('NATS has no doors but the one we use')
      return warning(
        `NATS also listens for ${open.join(', ')}`,
        'Rastro uses none of them, and its worst holes were there.',
        byPerson(`Take the blocks ${open.join(', ')} out of NATS's configuration, and restart it.`),
      )
    },
  },
  {
    id: 'nats.clock',
    group: 'NATS',
    about: 'the clocks of this machine and of NATS differ',
    needs: 'monitor',
    async look(patient) {
      const before = Date.now()
      const response = await fetch(`${patient.config.bus.monitorUrl}/varz`, {
        signal: AbortSignal.timeout(3_000),
      })
      const { now } = (await response.json()) as Monitor
      return judgeClock(patient, 'NATS', new Date(now), Date.now() - before)
    },
  },
]
