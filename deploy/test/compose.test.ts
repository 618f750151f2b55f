import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Anything } from './render-chart.ts'

const deploy = fileURLToPath(new URL('..', import.meta.url))
const dir = mkdtempSync(join(tmpdir(), 'rastro-compose-'))
const made = join(dir, 'secrets')
afterAll(() => rmSync(dir, { recursive: true }))
execFileSync(join(deploy, 'make-secrets'), [made])

const text = readFileSync(join(deploy, 'compose.yaml'), 'utf8')
const compose: Anything = parse(text, { merge: true })
const services: [string, Anything][] = Object.entries(compose.services)
const ours = services.filter(([, service]) => service.command?.[0] === 'serve')
const restarts: Record<string, string> = { migrate: 'on-failure', operator: 'no' }
const secretOf = (use: Anything): string => use.source ?? use

describe('every service', () => {
  test.each(services)('%s is pinned, restarts, and cannot gain privileges', (name, service) => {
    expect(service.image).toMatch(/:\$?\{?[\w.:-]*\d/)
    expect(service.image).not.toContain('latest')
    expect(service.restart).toBe(restarts[name] ?? 'unless-stopped')
    expect(service.security_opt).toContain('no-new-privileges:true')
    expect(service.privileged).toBeUndefined()
    expect(service.deploy.resources.limits.memory).toBeTruthy()
  })

  test('the gateway and NATS come first when the processors are busy, then API and PostgreSQL', () => {
    const withShares = (shares: number) =>
      services.filter(([, service]) => service.cpu_shares === shares).map(([name]) => name)
    expect(withShares(10 * 1_024)).toEqual(['nats-1', 'nats-2', 'nats-3', 'gateway'])
    expect(withShares(3 * 1_024)).toEqual(['postgres', 'api'])
  })

  test.each(services)('%s uses only declared and existing resources', (_, service) => {
    for (const use of service.secrets ?? []) {
      const { file } = compose.secrets[secretOf(use)]
      expect(readdirSync(made)).toContain(file.replace('secrets/', ''))
    }
    for (const { source } of service.configs ?? []) {
      expect(existsSync(join(deploy, compose.configs[source].file))).toBe(true)
    }
    for (const volume of service.volumes ?? []) expect(compose.volumes).toHaveProperty(volume.split(':')[0])
    for (const network of [service.networks ?? []].flat()) {
      const names = typeof network === 'string' ? [network] : Object.keys(network)
      for (const one of names) expect(compose.networks).toHaveProperty(one)
    }
    for (const other of Object.keys(service.depends_on ?? {})) expect(compose.services).toHaveProperty(other)
  })

  test.each(services)('%s refers only to secrets it has', (_, service) => {
    const has = (service.secrets ?? []).map(secretOf)
    const named = Object.values(service.environment ?? {}).map(
      (value) => /^\/run\/secrets\/(.*)$/.exec(String(value))?.[1],
    )
    expect(named.filter((name) => name && !has.includes(name))).toEqual([])
  })
})

test('each role is a service that waits for migrations and for every NATS node', () => {
  expect(ours.map(([, service]) => service.command[1]).sort()).toEqual([
    'api',
    'gateway',
    'mqtt',
    'notifier',
    'recorder',
    'reporter',
    'trips',
  ])
  for (const [, service] of ours) {
    expect(service.depends_on.migrate.condition).toBe('service_completed_successfully')
    expect(Object.keys(service.depends_on).filter((name) => name.startsWith('nats-'))).toHaveLength(3)
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], stop_grace_period: '40s' })
  }
})

test('only migrations and commands have the owner’s password, and only commands that of the backup', () => {
  const holdersOf = (secret: string) =>
    services.filter(([, { secrets }]) => secrets?.map(secretOf).includes(secret)).map(([name]) => name)
  expect(holdersOf('database-owner-url')).toEqual(['migrate', 'operator'])
  expect(holdersOf('database-backup-url')).toEqual(['operator'])
})

test('publishes only the ports of trackers and browsers, and isolates PostgreSQL and NATS', () => {
  expect(services.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(['gateway', 'proxy'])
  expect(compose.networks.inside.internal).toBe(true)
  for (const name of ['postgres', 'nats-1', 'nats-2', 'nats-3']) {
    expect(Object.keys(compose.services[name].networks).map((key) => (key === '0' ? 'inside' : key))).toEqual(
      ['inside'],
    )
  }
})

test('the trusted proxy is in the configured network', () => {
  const { subnet } = compose.networks.inside.ipam.config[0]
  for (const name of ['api', 'gateway'])
    expect(compose.services[name].environment.RASTRO_TRUSTED_PROXIES).toBe(subnet)
})

test('every variable is explained in .env.example', () => {
  const used = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name))
  const explained = readFileSync(join(deploy, '.env.example'), 'utf8')
  for (const name of used) expect(explained).toMatch(new RegExp(`^${name}=`, 'm'))
})

test('secrets are created once, and readable by their owner only', () => {
  const before = readFileSync(join(made, 'secret'), 'utf8')
  execFileSync(join(deploy, 'make-secrets'), [made])
  expect(readFileSync(join(made, 'secret'), 'utf8')).toBe(before)
  expect(before.trim()).toMatch(/^[a-zA-Z0-9]{40}$/)
  expect(statSync(made).mode & 0o077).toBe(0)
})
