import { jetstreamManager } from '@nats-io/jetstream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isFullLane } from '../../../scripts/lane.ts'
import { connectNats } from '../../../scripts/services/nats-connect.ts'
import { readDoctorPage, writeDoctorPage } from '../../test/doctor-page.ts'
import type { PlantedFault } from '../../test/planted/plant.ts'
import { plantedFaults } from '../../test/planted-faults.ts'
import type { Ward } from '../../test/ward.ts'
import { healthyEnv, openWard } from '../../test/ward.ts'
import { checks } from '../operations/doctor/checks.ts'
import type { Examination, ReportedFinding } from '../operations/doctor/examine.ts'

let ward: Ward
beforeAll(async () => {
  ward = await openWard()
})
afterAll(() => ward.remove())

/** The first fault of each check group; `.ci/full` injects all of them. */
const oneOfEachKind = [...Map.groupBy(plantedFaults, ({ id }) => id.split('.')[0]).values()].map(
  ([first]) => first!,
)

const fixWithinMs = 50_000

const listWrong = ({ findings }: Examination, id?: string): ReportedFinding[] =>
  findings.filter((one) => one.severity === 'fault' || (one.id === id && one.severity !== 'ok'))

/** Follows the doctor's advice, each once, until it finds no fault. Returns the executed lines. */
async function fix(id: string, findings: ReportedFinding[]): Promise<string[]> {
  const done = new Set<string>()
  const lines: string[] = []
  const deadline = performance.now() + fixWithinMs
  for (let wrong = findings; wrong.length > 0; wrong = listWrong(await ward.examine(), id)) {
    const advice = wrong.flatMap((one) => one.advice).filter((one) => !done.has(JSON.stringify(one)))
    if (performance.now() > deadline) throw new Error(`still not well: ${JSON.stringify(wrong, null, 1)}`)
    for (const one of advice) {
      await ward.follow(one)
      done.add(JSON.stringify(one))
      if (one.where !== 'manual') lines.push(...one.lines)
    }
    // Restarted processes need a moment.
    if (advice.length === 0) await new Promise((resolve) => setTimeout(resolve, 500))
  }
  return lines
}

async function runDoctor(): Promise<Examination> {
  return JSON.parse((await ward.callDoctor('--json')).stdout)
}

test('a healthy installation has no fault, and the doctor changes nothing', async () => {
  const { code, stdout } = await ward.callDoctor()
  expect(stdout).toMatch(/^0 faults, \d+ warnings?, \d+ ok\.$/m)
  expect(code).toBe(0)
  const connection = await connectNats(ward.nats.url)
  const { streams } = await (await jetstreamManager(connection)).getAccountInfo()
  await connection.close()
  expect(streams).toBe(0)
})

describe('finds faults, and its advice fixes them', () => {
  const healed: { fault: PlantedFault; finding: ReportedFinding; lines: string[] }[] = []

  test.each(isFullLane ? plantedFaults : oneOfEachKind)('$name ($id)', async (fault) => {
    await fault.plant(ward)
    try {
      const examination = await (fault.isOfProcess ? runDoctor() : ward.examine())
      const wrong = listWrong(examination, fault.id)
      expect(wrong.map(({ id }) => id)).toContain(fault.id)
      const lines = await fix(fault.id, wrong)
      expect(lines).not.toEqual([])
      if (fault.isOfProcess) expect(listWrong(await runDoctor(), fault.id)).toEqual([])
      healed.push({ fault, finding: wrong.find(({ id }) => id === fault.id)!, lines })
    } finally {
      fault.after?.()
      await ward.rest()
      ward.env = healthyEnv(ward.postgres, ward.nats, ward.mailbox)
    }
  })

  test('and all of it is in docs/doctor.md', () => {
    if (isFullLane) writeDoctorPage(healed)
    const page = readDoctorPage()
    for (const { name } of plantedFaults) expect(page).toContain(name)
    for (const { id, about } of checks) expect(page).toContain(`${id} | ${about}`)
  })
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
    const { findings, skipped } = await runDoctor()
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
    const { findings } = await runDoctor()
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
