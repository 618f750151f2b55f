// Checks that this machine meets the requirements of the configuration.

import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import type { Check, DoctorContext } from './doctor.types.ts'
import { fault, inEnvironment, inMb, inShell, manually, ok, warning } from './findings.ts'

const minNode = 26
/** Files and sockets besides trackers: dependencies, API calls, static files. */
const otherFiles = 1_000
const minMemoryBytes = 2 * 1024 ** 3

/** Node raises its soft limit to the hard limit, so this is the effective limit. */
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

/** Whether a Rastro API listens on the port. */
async function isServing({ config }: DoctorContext): Promise<boolean> {
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
    about: `Node is older than ${minNode}`,
    run() {
      const { version } = process
      if (Number(version.slice(1).split('.')[0]) >= minNode) return ok(`Node is ${version}`)
      return fault(
        `Node is ${version}`,
        `Rastro requires Node ${minNode} or newer.`,
        inShell(`npm install --global node@${minNode}`),
      )
    },
  },
  {
    id: 'configuration.web',
    group: 'configuration',
    about: 'the web interface is not built',
    run({ config }) {
      const { dir } = config.web
      if (existsSync(join(dir, 'index.html'))) return ok('the web interface is built')
      return warning(
        `${dir} has no index.html`,
        'The web interface is unavailable. The API works.',
        inShell('npm run build -w web'),
        inEnvironment('unset RASTRO_WEB_DIR'),
      )
    },
  },
  {
    id: 'configuration.ports',
    group: 'configuration',
    about: 'another program uses our port',
    async run(ctx) {
      const { http, gateway } = ctx.config
      const headings = [
        { name: 'RASTRO_HTTP_PORT', host: http.host, port: http.port },
        { name: 'RASTRO_GATEWAY_PORT', host: gateway.host, port: gateway.port },
        { name: 'RASTRO_GATEWAY_HTTP_PORT', host: http.host, port: gateway.httpPort },
      ].filter(({ port }) => port > 0)
      if (await isServing(ctx)) return ok(`Rastro is serving on port ${http.port}`)
      const findings = await Promise.all(
        headings.map(async ({ name, host, port }) => {
          if ((await tryPort(host, port)).isFree) return ok(`port ${port} is free`)
          const { got } = await tryPort(host, 0)
          return fault(
            `port ${port} of ${host} is used by another program`,
            'The process for this port does not start. Ignore this if it is your own gateway; check with: ss -ltnp',
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
    about: 'the open-file limit is below the number of tracker connections',
    run({ config }) {
      const max = maxOpenFiles()
      const { maxConnections } = config.gateway
      const message = `the open-file limit is ${max} for up to ${maxConnections} tracker connections`
      if (max >= maxConnections + otherFiles) return ok(message)
      return fault(
        message,
        'Under full load no more connections can be opened, including those to PostgreSQL and NATS.',
        inEnvironment(`export RASTRO_GATEWAY_MAX_CONNECTIONS=${Math.max(1, max - otherFiles)}`),
        manually(`Or raise the limit: "LimitNOFILE=${maxConnections + 2 * otherFiles}" in the systemd unit.`),
      )
    },
  },
  {
    id: 'configuration.memory',
    group: 'configuration',
    about: 'the machine has little memory',
    run() {
      const bytes = process.constrainedMemory() || totalmem()
      const has = Math.min(bytes, totalmem())
      if (has >= minMemoryBytes) return ok(`${inMb(has)} of memory`)
      return warning(
        `${inMb(has)} of memory`,
        'Under load the kernel may kill processes.',
        manually(`Provide at least ${inMb(minMemoryBytes)} to this machine or container.`),
      )
    },
  },
]
