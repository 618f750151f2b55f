// Whether this machine can do what the configuration asks of it.

import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import type { Check, Patient } from './doctor.types.ts'
import { byPerson, fault, inEnvironment, inMb, inShell, ok, warning } from './findings.ts'

const leastNode = 26
/** Beside trackers: engines, calls, files. */
const otherFiles = 1_000
const leastMemoryBytes = 2 * 1024 ** 3

/** Node raises its own limit as far as it may, so this is what we have. */
function maxOpenFiles(): number {
  try {
    const line = /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return line === 'unlimited' ? Number.POSITIVE_INFINITY : Number(line)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

function tryPort(host: string, port: number): Promise<{ isFree: boolean; got: number }> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve({ isFree: false, got: 0 }))
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address()
      const got = typeof address === 'object' && address ? address.port : 0
      server.close(() => resolve({ isFree: true, got }))
    })
  })
}

/** Whether the API that answers there is a Rastro. */
async function isServing({ config }: Patient): Promise<boolean> {
  const host = /^(0\.0\.0\.0|::)$/.test(config.http.host) ? '127.0.0.1' : config.http.host
  try {
    const answer = await fetch(`http://${host}:${config.http.port}/healthz`, {
      signal: AbortSignal.timeout(2_000),
    })
    return ((await answer.json()) as { status?: string }).status === 'alive'
  } catch {
    return false
  }
}

export const machineChecks: Check[] = [
  {
    id: 'configuration.node',
    group: 'configuration',
    about: `Node is older than ${leastNode}`,
    look() {
      const { version } = process
      if (Number(version.slice(1).split('.')[0]) >= leastNode) return ok(`Node is ${version}`)
      return fault(
        `Node is ${version}`,
        `Rastro needs ${leastNode}: older ones do not run it.`,
        inShell(`npm install --global node@${leastNode}`),
      )
    },
  },
  {
    id: 'configuration.web',
    group: 'configuration',
    about: 'the web interface is not built',
    look({ config }) {
      const { dir } = config.web
      if (existsSync(join(dir, 'index.html'))) return ok('the web interface is built')
      return warning(
        `there is no index.html in ${dir}`,
        'Browsers see a sentence instead of a map. The API works.',
        inShell('npm run build -w web'),
        inEnvironment('unset RASTRO_WEB_DIR'),
      )
    },
  },
  {
    id: 'configuration.ports',
    group: 'configuration',
    about: 'another program has our port',
    async look(patient) {
      const { http, gateway } = patient.config
      const places = [
        { name: 'RASTRO_HTTP_PORT', host: http.host, port: http.port },
        { name: 'RASTRO_GATEWAY_PORT', host: gateway.host, port: gateway.port },
      ].filter(({ port }) => port > 0)
      if (await isServing(patient)) return ok(`Rastro serves on port ${http.port}`)
      const findings = await Promise.all(
        places.map(async ({ name, host, port }) => {
          if ((await tryPort(host, port)).isFree) return ok(`port ${port} is free`)
          const { got } = await tryPort(host, 0)
          return fault(
            `port ${port} of ${host} is taken by a program that is no API of ours`,
            'What shall listen there does not start. A gateway that runs alone is told apart by: ss -ltnp',
            inEnvironment(`export ${name}=${got}`),
          )
        }),
      )
      return findings.flat()
    },
  },
  {
    id: 'configuration.open-files',
    group: 'configuration',
    about: 'fewer files may be open than trackers may connect',
    look({ config }) {
      const most = maxOpenFiles()
      const { maxConnections } = config.gateway
      const found = `${most} files may be open, and ${maxConnections} trackers may connect`
      if (most >= maxConnections + otherFiles) return ok(found)
      return fault(
        found,
        'Before all trackers are connected, nothing more can be opened, the lines to the engines among it.',
        inEnvironment(`export RASTRO_GATEWAY_CONNECTIONS=${Math.max(1, most - otherFiles)}`),
        byPerson(`Or allow more: "LimitNOFILE=${maxConnections + 2 * otherFiles}" in the systemd unit.`),
      )
    },
  },
  {
    id: 'configuration.memory',
    group: 'configuration',
    about: 'the machine has little memory',
    look() {
      const bytes = process.constrainedMemory() || totalmem()
      const has = Math.min(bytes, totalmem())
      if (has >= leastMemoryBytes) return ok(`${inMb(has)} of memory`)
      return warning(
        `${inMb(has)} of memory`,
        'Under load the kernel ends processes at random.',
        byPerson(`Give this machine, or this container, at least ${inMb(leastMemoryBytes)}.`),
      )
    },
  },
]
