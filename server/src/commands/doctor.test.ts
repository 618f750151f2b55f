import { jetstreamManager } from '@nats-io/jetstream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectNats } from '../../../scripts/services/nats-connect.ts'
import { readDoctorPage, writeDoctorPage } from '../../test/doctor-page.ts'
import type { PlantedFault } from '../../test/planted/plant.ts'
import { plantedFaults } from '../../test/planted-faults.ts'
import type { Ward } from '../../test/ward.ts'
import { healthyEnv, openWard } from '../../test/ward.ts'
import { checks } from '../operations/doctor/checks.ts'
import type { Examination, Told } from '../operations/doctor/examine.ts'

let ward: Ward
beforeAll(async () => {
  ward = await openWard()
})
afterAll(() => ward.remove())

const healWithinMs = 50_000

const listWrong = ({ findings }: Examination, id?: string): Told[] =>
  findings.filter((one) => one.severity === 'fault' || (one.id === id && one.severity !== 'ok'))

/** Does what the doctor says, each thing once, until it finds neither the fault nor any other. Returns what was done. */
async function heal(id: string, found: Told[]): Promise<string[]> {
  const done = new Set<string>()
  const lines: string[] = []
  const deadline = performance.now() + healWithinMs
  for (let wrong = found; wrong.length > 0; wrong = listWrong(await ward.examine(), id)) {
    const advice = wrong.flatMap((one) => one.advice).filter((one) => !done.has(JSON.stringify(one)))
    if (performance.now() > deadline) throw new Error(`still not well: ${JSON.stringify(wrong, null, 1)}`)
    for (const one of advice) {
      await ward.follow(one)
      done.add(JSON.stringify(one))
      if (one.place !== 'person') lines.push(...one.lines)
    }
    // Whoever was started needs a moment to do his work.
    if (advice.length === 0) await new Promise((resolve) => setTimeout(resolve, 500))
  }
  return lines
}

async function askCommand(): Promise<Examination> {
  return JSON.parse((await ward.callDoctor('--json')).stdout)
}

test('a healthy installation has no fault, and nothing is changed by looking at it', async () => {
  const { code, stdout } = await ward.callDoctor()
  expect(stdout).toMatch(/^0 faults, \d+ warnings?, \d+ well\.$/m)
  expect(code).toBe(0)
  const line = await connectNats(ward.nats.url)
  const { streams } = await (await jetstreamManager(line)).getAccountInfo()
  await line.close()
  expect(streams).toBe(0)
})

describe('finds what is wrong, and following its advice puts it right', () => {
  const told: { fault: PlantedFault; found: Told; lines: string[] }[] = []

  test.each(plantedFaults)('$name ($id)', async (fault) => {
    await fault.plant(ward)
    try {
      const examination = await (fault.isOfProcess ? askCommand() : ward.examine())
      const wrong = listWrong(examination, fault.id)
      expect(wrong.map(({ id }) => id)).toContain(fault.id)
      const lines = await heal(fault.id, wrong)
      expect(lines).not.toEqual([])
      if (fault.isOfProcess) expect(listWrong(await askCommand(), fault.id)).toEqual([])
      told.push({ fault, found: wrong.find(({ id }) => id === fault.id)!, lines })
    } finally {
      fault.after?.()
      await ward.rest()
      ward.env = healthyEnv(ward.postgres, ward.nats, ward.mailbox)
    }
  })

  test('and all of it is in docs/doctor.md', () => {
    writeDoctorPage(told)
    const page = readDoctorPage()
    for (const { name } of plantedFaults) expect(page).toContain(name)
    for (const { id, about } of checks) expect(page).toContain(`${id} | ${about}`)
  })
})

describe('where much is wrong', () => {
  const secrets = () => {
    const passwords = [ward.env.RASTRO_DATABASE_URL, ward.env.RASTRO_NATS_URL].map(
      (url) => new URL(url ?? '').password,
    )
    return [...passwords, 'a-password-of-mine', 'k3yV9qLw7TzB1mXr5HdN8sJc2PfG6aUe']
  }

  test('everything that can still be examined is, no secret is shown, and the command fails', async () => {
    const lost = {
      RASTRO_DATABASE_POOL: 'many',
      RASTRO_PUBLIC_URL: 'http://rastro.example',
      RASTRO_DATABASE_URL: 'postgresql://rastro_app:a-password-of-mine@127.0.0.1:1/rastro',
      RASTRO_NATS_URL: 'nats://rastro:a-password-of-mine@127.0.0.1:1',
      RASTRO_SMTP_URL: 'smtp://me:a-password-of-mine@127.0.0.1:1',
    }
    ward.env = { ...ward.env, ...lost }
    const { code, stdout } = await ward.callDoctor()
    const { findings, notMade } = await askCommand()
    ward.env = healthyEnv(ward.postgres, ward.nats, ward.mailbox)

    expect(code).toBe(1)
    for (const secret of secrets()) expect(stdout).not.toContain(secret)
    expect(listWrong({ findings, notMade }).map(({ id }) => id)).toEqual([
      'configuration.invalid',
      'configuration.public-url',
      'postgres.reachable',
      'nats.reachable',
      'ways-out.smtp',
    ])
    expect(new Set(notMade.map(({ without }) => without))).toEqual(
      new Set(['PostgreSQL', 'the tables', 'NATS']),
    )
    // The monitor is asked by itself.
    expect(findings.map(({ id }) => id)).toContain('nats.sync')
  })

  test('without any configuration every missing setting is named', async () => {
    ward.env = {}
    const { findings } = await askCommand()
    ward.env = healthyEnv(ward.postgres, ward.nats, ward.mailbox)
    const said = listWrong({ findings, notMade: [] }).map(({ found }) => found)
    for (const name of ['RASTRO_DATABASE_URL', 'RASTRO_NATS_URL', 'RASTRO_SECRET'])
      expect(said).toContainEqual(expect.stringMatching(name))
  })

  test('a database that says nothing holds it up for seconds, not for ever', async () => {
    await ward.postgres.pause()
    const began = performance.now()
    const { findings } = await ward.examine().finally(() => ward.postgres.resume())
    expect(performance.now() - began).toBeLessThan(12_000)
    expect(listWrong({ findings, notMade: [] }).map(({ id }) => id)).toEqual(['postgres.reachable'])
  })
})

test('warnings fail the command only where it is told to be strict', async () => {
  ward.env.RASTRO_MAIL_FROM = 'alerts@localhost'
  const usual = await ward.callDoctor('--json')
  const strict = await ward.callDoctor('--strict')
  ward.env = healthyEnv(ward.postgres, ward.nats, ward.mailbox)
  expect([usual.code, JSON.parse(usual.stdout).faults]).toEqual([0, 0])
  expect(JSON.parse(usual.stdout).warnings).toBeGreaterThan(0)
  expect(strict.code).toBe(1)
})

test('a start that is refused points here', async () => {
  ward.env.RASTRO_PUBLIC_URL = 'http://rastro.example'
  const refused = ward.rastro('serve', 'api')
  await expect(refused).rejects.toThrow('"rastro doctor" says what to do about it.')
  ward.env = healthyEnv(ward.postgres, ward.nats, ward.mailbox)
})
