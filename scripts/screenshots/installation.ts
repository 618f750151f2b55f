// A temporary installation: services, schema, every role, one account. Everything is removed afterwards.

import type { ChildProcess } from 'node:child_process'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../services/ports.ts'
import { startServices } from '../services/services.ts'

export interface Installation {
  url: string
  gatewayPort: number
  owner: { userName: string; password: string }
  close(): Promise<void>
}

const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))

export async function openInstallation(account: { name: string; email: string }): Promise<Installation> {
  const services = await startServices({ dir: mkdtempSync(join(tmpdir(), 'rastro-screenshots-')) })
  let server: ChildProcess | undefined
  const close = async () => {
    if (server && server.exitCode === null) {
      server.kill('SIGTERM')
      await once(server, 'exit')
    }
    await services.remove()
  }
  try {
    const port = await findFreePort()
    const gatewayPort = await findFreePort([port])
    await services.postgres.createDatabase('rastro')
    const url = `http://127.0.0.1:${port}`
    const env = {
      PATH: process.env.PATH ?? '',
      RASTRO_DATABASE_URL: services.postgres.url('app', 'rastro'),
      RASTRO_DATABASE_OWNER_URL: services.postgres.url('owner', 'rastro'),
      RASTRO_NATS_URL: services.nats.url,
      RASTRO_NATS_MONITOR_URL: services.nats.monitorUrl,
      RASTRO_HTTP_PORT: String(port),
      RASTRO_GATEWAY_HOST: '127.0.0.1',
      RASTRO_GATEWAY_PORT: String(gatewayPort),
      RASTRO_GATEWAY_PUBLIC_HOST: 'track.example.com',
      RASTRO_GATEWAY_PUBLIC_PORT: '5000',
      RASTRO_PUBLIC_URL: url,
      RASTRO_SECRET: 'a secret for screenshots that is long enough',
      RASTRO_SMTP_URL: 'smtp://127.0.0.1:9',
      RASTRO_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
      RASTRO_REQUESTS_PER_MINUTE: '1000000',
      RASTRO_LOG_LEVEL: 'error',
    }
    const run = (...args: string[]) =>
      execFileSync(process.execPath, [main, ...args], { env, encoding: 'utf8' })
    run('migrate')
    const { name, email } = account
    const options = ['--name', name, '--email', email, '--time-zone', 'Europe/Madrid', '--licenses', '60']
    const owner = JSON.parse(run('account', 'create', ...options, '--password', '--json'))
    server = spawn(process.execPath, [main, 'serve'], { env, stdio: ['ignore', 'inherit', 'inherit'] })
    await answers(`${url}/web/config.json`)
    return { url, gatewayPort, owner: await withOwnPassword(url, owner), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The initial password permits nothing but changing it. */
async function withOwnPassword(url: string, owner: { userName: string; password: string }) {
  const { userName, password } = owner
  const newPassword = `${password} of my own`
  const answer = await fetch(`${url}/session/password`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName, password, newPassword }),
  })
  if (!answer.ok) throw new Error(`the owner’s password could not be changed: ${answer.status}`)
  return { ...owner, password: newPassword }
}

async function answers(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await sleep(200)
  }
  throw new Error(`${url} does not answer`)
}
