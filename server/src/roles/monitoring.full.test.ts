// Prometheus and Alertmanager of Debian with the files of deploy/: what they read of real processes, and the e-mail that an
// operator gets when one dies. Needs `scripts/install-services --with-monitoring`.

import type { ChildProcess } from 'node:child_process'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '../../../scripts/services/ports.ts'
import type { Mailbox } from '../../test/mailbox.ts'
import { openMailbox } from '../../test/mailbox.ts'
import type { ServerProcess } from '../../test/processes.ts'
import { spawnServer } from '../../test/processes.ts'
import type { World } from '../../test/world.ts'
import { openWorld } from '../../test/world.ts'

const roles = ['gateway', 'recorder', 'notifier', 'api', 'trips', 'reporter']
/** A process is down when it has not answered for a minute. */
const mailMs = 150_000

const deployed = (path: string) => readFile(new URL(`../../../deploy/${path}`, import.meta.url), 'utf8')

let world: World
let mailbox: Mailbox
let dir: string
let metricsPort: number
let prometheusUrl: string
let server: ServerProcess
const children: ChildProcess[] = []

const start = () =>
  spawnServer({ ...world.env, RASTRO_TCP_PORT: '0', RASTRO_METRICS_PORT: String(metricsPort) }, roles)

beforeAll(async () => {
  world = await openWorld()
  mailbox = await openMailbox()
  dir = await mkdtemp(join(tmpdir(), 'monitoring-'))
  // Its ports follow each other.
  metricsPort = 20_000 + Math.floor(Math.random() * 9_000)
  server = await start()
  const alertmanagerPort = await openAlertmanager()
  prometheusUrl = await openPrometheus(alertmanagerPort)
})
afterAll(async () => {
  for (const child of children) {
    child.kill()
    if (child.exitCode === null) await once(child, 'exit')
  }
  await server.stop()
  await mailbox.close()
  await world.close()
  await rm(dir, { recursive: true })
})

async function openAlertmanager(): Promise<number> {
  const port = await findFreePort()
  const config = join(dir, 'alertmanager.yaml')
  await writeFile(
    config,
    (await deployed('prometheus/alertmanager.yaml'))
      .replace('mail.example.com:587', new URL(mailbox.url).host)
      .replace('smtp_require_tls: true', 'smtp_require_tls: false')
      .replace('group_interval: 5m', 'group_interval: 5s'),
  )
  launch('prometheus-alertmanager', [
    `--config.file=${config}`,
    `--storage.path=${join(dir, 'alertmanager')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--cluster.listen-address=',
  ])
  return port
}

async function openPrometheus(alertmanagerPort: number): Promise<string> {
  const port = await findFreePort()
  const config = join(dir, 'prometheus.yaml')
  await writeFile(join(dir, 'rules.yaml'), await deployed('prometheus/rules.yaml'))
  await writeFile(
    config,
    (await deployed('prometheus/prometheus.yaml'))
      .replaceAll('15s', '1s')
      .replace('9093', String(alertmanagerPort))
      .replaceAll(/:(94\d\d)/g, (_, deployedPort) => `:${metricsPort + Number(deployedPort) - 9_464}`),
  )
  launch('prometheus', [
    `--config.file=${config}`,
    `--storage.tsdb.path=${join(dir, 'prometheus')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ])
  return `http://127.0.0.1:${port}`
}

function launch(command: string, args: string[]): void {
  children.push(spawn('setpriv', ['--pdeathsig', 'KILL', command, ...args], { stdio: 'ignore' }))
}

async function ask(path: string) {
  const answer = await fetch(`${prometheusUrl}/api/v1/${path}`)
  return (await answer.json()) as { status: string; error?: string; warnings?: string[]; data: never }
}

async function listTargets(): Promise<string[]> {
  const answer = await ask('targets').catch(() => undefined)
  const { activeTargets } = answer?.data ?? { activeTargets: [] as { health: string; lastError: string }[] }
  return activeTargets.map(({ health, lastError }) => lastError || health)
}

const lastSubject = () => /^Subject: (.*)$/m.exec(mailbox.messages.at(-1)?.raw ?? '')?.[1] ?? ''

test('Prometheus reads every role', async () => {
  await expect.poll(listTargets, { timeout: 60_000 }).toEqual(roles.map(() => 'up'))
})

test('the names and units of the metrics follow its conventions', async () => {
  for (const [index, role] of roles.entries()) {
    // The port of mqtt is between those of gateway and recorder.
    const port = metricsPort + (index === 0 ? 0 : index + 1)
    const input = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    expect(input).toContain(`role="${role}"`)
    const { stderr } = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' })
    // Names of prom-client, and days that are counted.
    const accepted = /^rastro_(nodejs_active_\w+_total |\w+ use base unit "seconds" instead of "days").*\n/gm
    expect(stderr.replaceAll(accepted, '')).toBe('')
  }
})

test('it evaluates every rule, and every panel of the dashboard', async () => {
  interface Rules {
    groups: { rules: { name: string; health: string; lastError?: string }[] }[]
  }
  const listRules = async () => ((await ask('rules')).data as Rules).groups.flatMap(({ rules }) => rules)
  await expect.poll(async () => (await listRules()).filter(({ health }) => health !== 'ok')).toEqual([])
  const { panels } = JSON.parse(await deployed('grafana/rastro.json')) as {
    panels: { title: string; targets?: { expr: string }[] }[]
  }
  const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  expect(expressions.length).toBeGreaterThan(50)
  for (const expression of expressions) {
    const query = encodeURIComponent(expression.replaceAll('$__rate_interval', '1m'))
    const { status, error, warnings } = await ask(`query?query=${query}`)
    expect({ expression, status, error, warnings }).toEqual({ expression, status: 'success' })
  }
})

test('a process that dies is one e-mail to the operator, and its return another', {
  timeout: 2 * mailMs,
}, async () => {
  await server.kill()
  await expect.poll(lastSubject, { timeout: mailMs }).toMatch(/^\[FIRING:\d\] RastroProcessDown/)
  expect(mailbox.messages).toHaveLength(1)
  expect(mailbox.messages[0]!.raw.replaceAll('=\r\n', '')).toContain('docs/operate.md#rastroprocessdown')
  server = await start()
  await expect.poll(lastSubject, { timeout: mailMs }).toMatch(/^\[RESOLVED\] RastroProcessDown/)
})
