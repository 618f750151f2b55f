import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roles } from '../../server/src/roles/roles.ts'

const units = fileURLToPath(new URL('../systemd', import.meta.url))
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
const maxExposure = 2.5
const dir = mkdtempSync(join(tmpdir(), 'rastro-units-'))
const singleUnits = ['rastro-migrate.service', 'rastro-certificate.service']
const read = (name: string) => readFileSync(join(units, name), 'utf8')

beforeAll(() => {
  // The tree is not installed here: an executable takes its place.
  for (const program of ['bin/rastro', 'deploy/copy-certificate']) {
    mkdirSync(dirname(join(dir, program)))
    writeFileSync(join(dir, program), '#!/bin/sh\n')
    chmodSync(join(dir, program), 0o755)
  }
  cpSync(units, dir, { recursive: true })
  for (const name of ['rastro@.service', ...singleUnits]) {
    writeFileSync(join(dir, name), read(name).replaceAll('/opt/rastro/current', dir))
  }
  for (const role of roles) cpSync(join(dir, 'rastro@.service'), join(dir, `rastro@${role}.service`))
})
afterAll(() => rmSync(dir, { recursive: true }))

const services = [...roles.map((role) => `rastro@${role}.service`), ...singleUnits]

describe.skipIf(!hasSystemd)('systemd', () => {
  test.each([...services, 'rastro.target'])('accepts all of %s', (unit) => {
    const { stderr, status } = spawnSync('systemd-analyze', ['verify', '--man=no', join(dir, unit)], {
      encoding: 'utf8',
    })
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  })

  test.each(['rastro@gateway.service', ...singleUnits])('finds a low exposure of %s', (unit) => {
    const args = ['security', '--offline=true', '--no-pager', join(dir, unit)]
    const report = execFileSync('systemd-analyze', args, { encoding: 'utf8' })
    const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(report)?.[1])
    expect(exposure).toBeLessThan(maxExposure)
  })
})

test.each(['rastro@.service', 'rastro-migrate.service'])(
  '%s sets the file of each secret that it loads',
  (name) => {
    const text = read(name)
    const loaded = [...text.matchAll(/^LoadCredential=([\w-]+):\/etc\/rastro\/credentials\/\1$/gm)].map(
      ([, key]) => key,
    )
    const named = [...text.matchAll(/^Environment=RASTRO_(\w+)_FILE=%d\/([\w-]+)$/gm)]
    expect(named.map(([, , key]) => key)).toEqual(loaded)
    for (const [, setting, key] of named) expect(setting!.toLowerCase().replaceAll('_', '-')).toBe(key)
  },
)

test('no role has the owner’s password', () => {
  expect(read('rastro@.service')).not.toContain('owner-url')
})

test('allows setpriority, which the password hashing thread needs', () => {
  const filters = read('rastro@.service').match(/^SystemCallFilter=.*$/gm)
  expect(filters?.at(-1)).toBe('SystemCallFilter=setpriority')
})

test('trackers come first when the processors are busy, then the API', () => {
  const weightIn = (name: string) => Number(/^CPUWeight=(\d+)$/m.exec(read(name))?.[1])
  const others = weightIn('rastro@.service')
  expect(weightIn('rastro@gateway.rastro.conf')).toBe(10 * others)
  expect(weightIn('nats-server.rastro.conf')).toBe(10 * others)
  expect(weightIn('rastro@api.rastro.conf')).toBe(3 * others)
  expect(weightIn('postgresql.rastro.conf')).toBe(3 * others)
})

test('a gateway may open enough files for its maximum number of trackers', () => {
  const files = Number(/^LimitNOFILE=(\d+)$/m.exec(read('rastro@.service'))?.[1])
  expect(files).toBeGreaterThan(2 * 50_000)
})
