// Caddy of Debian in front of the server, as in deploy/Caddyfile, with its own authority, and a Chromium that trusts it.
// Needs `scripts/install-services --with-proxy`.

import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TLSSocket } from 'node:tls'
import { connect } from 'node:tls'
import type { Browser } from 'playwright-core'
import { findFreePort } from '../scripts/services/ports.ts'
import { launchTrusting } from './trusting-browser.ts'

const caddy = '/usr/bin/caddy'
const startMs = 30_000

export interface Caddy {
  browser: Browser
  /** A connection that asks for the certificate of this host. Rejects if there is none. */
  connect(host: string): Promise<TLSSocket>
  close(): Promise<void>
}

export interface Behind {
  /** Of the platform. */
  host: string
  apiPort: number
  /** Of the server that is asked which hosts get a certificate. */
  askPort: number
}

export async function openCaddy({ host, apiPort, askPort }: Behind): Promise<Caddy> {
  if (!existsSync(caddy)) throw new Error('Caddy is missing: scripts/install-services --with-proxy')
  const dir = await mkdtemp(join(tmpdir(), 'caddy-'))
  const [httpPort, httpsPort] = [await findFreePort(), await findFreePort()]
  const config = join(dir, 'Caddyfile')
  const local = `{
	admin off
	local_certs
	skip_install_trust
	default_bind 127.0.0.1
	http_port ${httpPort}
	https_port ${httpsPort}
`
  const deployed = await readFile(new URL('../deploy/Caddyfile', import.meta.url), 'utf8')
  await writeFile(config, deployed.replace(/^\{\n/m, local))
  const process = spawn(caddy, ['run', '--config', config, '--adapter', 'caddyfile'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      XDG_DATA_HOME: join(dir, 'data'),
      XDG_CONFIG_HOME: join(dir, 'config'),
      RASTRO_HOST: host,
      RASTRO_TLS: '',
      RASTRO_API_HOST: '127.0.0.1',
      RASTRO_API_PORT: String(apiPort),
      // One process serves everything.
      RASTRO_INGEST_HOST: '127.0.0.1',
      RASTRO_INGEST_PORT: String(apiPort),
      RASTRO_API_METRICS_PORT: String(askPort),
    },
  })
  let log = ''
  process.stderr.on('data', (chunk) => {
    log = `${log}${chunk}`.slice(-10_000)
  })
  const handshake = (servername: string) => shakeHands(httpsPort, servername)
  await untilReady(process, () => handshake(host)).catch((cause) => {
    process.kill()
    throw new Error(`Caddy did not start:\n${log}`, { cause })
  })
  // Servers send it with their own; the root they do not.
  const authority = join(dir, 'data/caddy/pki/authorities/local/intermediate.crt')
  const browser = await launchTrusting(httpsPort, await readFile(authority))
  return {
    browser,
    connect: handshake,
    async close() {
      await browser.close()
      process.kill()
      if (process.exitCode === null) await once(process, 'exit')
      await rm(dir, { recursive: true })
    },
  }
}

async function shakeHands(port: number, servername: string): Promise<TLSSocket> {
  const socket = connect({ host: '127.0.0.1', port, servername, rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  return socket
}

async function untilReady(process: ChildProcess, handshake: () => Promise<TLSSocket>): Promise<void> {
  for (const endMs = Date.now() + startMs; ; await sleep(100)) {
    const socket = await handshake().catch(() => undefined)
    if (socket) {
      socket.destroy()
      return
    }
    if (process.exitCode !== null || Date.now() > endMs) throw new Error('no answer')
  }
}
