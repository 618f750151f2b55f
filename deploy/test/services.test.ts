import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getNatsServer, getPostgresInstalls } from '../../scripts/services/binaries.ts'

const deploy = fileURLToPath(new URL('..', import.meta.url))
const dir = mkdtempSync(join(tmpdir(), 'rastro-services-'))
afterAll(() => rmSync(dir, { recursive: true }))

beforeAll(() => {
  execFileSync(join(deploy, 'make-secrets'), [dir])
  for (const name of ['nats.conf', 'cluster.conf']) copyFileSync(join(deploy, 'nats', name), join(dir, name))
  copyFileSync(join(dir, 'nats-secrets.conf'), join(dir, 'secrets.conf'))
  copyFileSync(join(dir, 'nats-routes.conf'), join(dir, 'routes.conf'))
})

test.each(['nats.conf', 'cluster.conf'])('NATS accepts %s with the generated secrets', (file) => {
  expect(() => execFileSync(getNatsServer(), ['-t', '-c', join(dir, file)], { stdio: 'pipe' })).not.toThrow()
})

test('NATS syncs each message, and has no unnecessary listeners', () => {
  const text = readFileSync(join(deploy, 'nats/nats.conf'), 'utf8').replace(/#.*/g, '')
  expect(text).toMatch(/^\s*sync_interval: always$/m)
  expect(text).not.toMatch(/websocket|mqtt|leafnodes|no_auth_user/)
})

test('PostgreSQL knows every setting, and is durable', () => {
  const text = readFileSync(join(deploy, 'postgresql/rastro.conf'), 'utf8')
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
  const bin = join(getPostgresInstalls()[0]!.bin, 'postgres')
  const known = execFileSync(bin, ['--describe-config'], { encoding: 'utf8' })
  const names = new Set(known.split('\n').map((line) => line.split('\t')[0]))
  expect(lines.map((line) => line.split(' = ')[0]).filter((name) => !names.has(name))).toEqual([])
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit'])
    expect(lines).toContain(`${name} = on`)
})
