import { jetstreamManager } from '@nats-io/jetstream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectNats } from '../../../scripts/services/nats-connect.ts'
import { readDoctorPage } from '../../test/doctor-page.ts'
import { heal, listWrong, runDoctor } from '../../test/planted/heal.ts'
import { plantedFaults } from '../../test/planted-faults.ts'
import type { Ward } from '../../test/ward.ts'
import { healthyEnv, openWard } from '../../test/ward.ts'
import { checks } from '../operations/doctor/checks.ts'

let ward: Ward
beforeAll(async () => {
  ward = await openWard()
})
afterAll(() => ward.remove())

/** The first fault of each check group; doctor-faults.quiet.test.ts plants all of them. */
const oneOfEachKind = [...Map.groupBy(plantedFaults, ({ id }) => id.split('.')[0]).values()].map(
  ([first]) => first!,
)

test('a healthy installation has no fault, and the doctor changes nothing', async () => {
  const { code, stdout } = await ward.callDoctor()
  expect(stdout).toMatch(/^0 faults, \d+ warnings?, \d+ ok\.$/m)
  expect(code).toBe(0)
  const connection = await connectNats(ward.nats.url)
  const { streams } = await (await jetstreamManager(connection)).getAccountInfo()
  await connection.close()
  expect(streams).toBe(0)
})

test.each(oneOfEachKind)('finds $name ($id), and its advice fixes it', async (fault) => {
  await heal(ward, fault)
})

test('all checks and planted faults are in docs/doctor.md', () => {
  const page = readDoctorPage()
  for (const { name } of plantedFaults) expect(page).toContain(name)
  for (const { id, about } of checks) expect(page).toContain(`${id} | ${about}`)
})

describe('with many faults', () => {
  const secrets = () => {
    const passwords = [ward.env.RASTRO_DATABASE_URL, ward.env.RASTRO_NATS_URL].map(
      (url) => new URL(url ?? '').password,
    )
    return [...passwords, 'a-password-of-mine', 'k3yV9qLw7TzB1mXr5HdN8sJc2PfG6aUe']
  }

  test('checks whatever is reachable, shows no secret, and fails', async () => {
    const lost = {
      RASTRO_DATABASE_POOL_SIZE: 'many',
      RASTRO_PUBLIC_URL: 'http://rastro.example',
      RASTRO_DATABASE_URL: 'postgresql://rastro_app:a-password-of-mine@127.0.0.1:1/rastro',
      RASTRO_NATS_URL: 'nats://rastro:a-password-of-mine@127.0.0.1:1',
      RASTRO_SMTP_URL: 'smtp://me:a-password-of-mine@127.0.0.1:1',
    }
    ward.env = { ...ward.env, ...lost }
    const { code, stdout } = await ward.callDoctor()
    const { findings, skipped } = await runDoctor(ward)
    ward.env = healthyEnv(ward.postgres, ward.nats, ward.mailbox)

    expect(code).toBe(1)
    for (const secret of secrets()) expect(stdout).not.toContain(secret)
    expect(listWrong({ findings, skipped }).map(({ id }) => id)).toEqual([
      'configuration.invalid',
      'configuration.public-url',
      'postgres.reachable',
      'nats.reachable',
      'outbound.smtp',
    ])
    expect(new Set(skipped.map(({ unavailable }) => unavailable))).toEqual(
      new Set(['PostgreSQL', 'the tables', 'NATS']),
    )
    // The monitor is checked independently.
    expect(findings.map(({ id }) => id)).toContain('nats.sync')
  })

  test('lists every missing setting without any configuration', async () => {
    ward.env = {}
    const { findings } = await runDoctor(ward)
    ward.env = healthyEnv(ward.postgres, ward.nats, ward.mailbox)
    const messages = listWrong({ findings, skipped: [] }).map(({ message }) => message)
    for (const name of ['RASTRO_DATABASE_URL', 'RASTRO_NATS_URL', 'RASTRO_SECRET'])
      expect(messages).toContainEqual(expect.stringMatching(name))
  })

  test('an unresponsive database delays it by seconds only', async () => {
    await ward.postgres.pause()
    const began = performance.now()
    const { findings } = await ward.examine().finally(() => ward.postgres.resume())
    expect(performance.now() - began).toBeLessThan(12_000)
    expect(listWrong({ findings, skipped: [] }).map(({ id }) => id)).toEqual(['postgres.reachable'])
  })
})

test('warnings fail the command only with --strict', async () => {
  ward.env.RASTRO_MAIL_FROM = 'alerts@localhost'
  const usual = await ward.callDoctor('--json')
  const strict = await ward.callDoctor('--strict')
  ward.env = healthyEnv(ward.postgres, ward.nats, ward.mailbox)
  expect([usual.code, JSON.parse(usual.stdout).faults]).toEqual([0, 0])
  expect(JSON.parse(usual.stdout).warnings).toBeGreaterThan(0)
  expect(strict.code).toBe(1)
})

test('a refused start refers to the doctor', async () => {
  ward.env.RASTRO_PUBLIC_URL = 'http://rastro.example'
  const refused = ward.rastro('serve', 'api')
  await expect(refused).rejects.toThrow('Run "rastro doctor" for advice.')
  ward.env = healthyEnv(ward.postgres, ward.nats, ward.mailbox)
})
