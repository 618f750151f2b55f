// deploy/compose.yaml as a whole: from nothing to a restored backup, with a fleet that reports meanwhile.

import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Device } from './account.ts'
import { countLost, createDevices, setUp, signIn, timesOf } from './account.ts'
import type { Caller } from './caller.ts'
import { createCaller, keepCalling } from './caller.ts'
import { compose, composeFiles, containersOf, docker, enter, inCheckout, inspect } from './engine.ts'
import { note, printNotes } from './notes.ts'
import type { Trackers } from './trackers.ts'
import { startTrackers } from './trackers.ts'

const address = '10.0.2.100'
const host = 'rastro.localhost'
const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
const image = `rastro:${version}`
const roles = ['gateway', 'recorder', 'trips', 'reporter', 'notifier', 'api']
const services = [...roles, 'postgres', 'nats-1', 'nats-2', 'nats-3', 'proxy']
/** Processes collect the garbage of their start when they have been idle for half a minute. */
const idleMs = 100_000
const identifiers = Array.from({ length: 6 }, (_, index) => `35630704244${1_000 + index}`)

let caller: Caller
let ca: string
let devices: Device[]
let trackers: Trackers

beforeAll(() => inCheckout('mkdir -p deploy/secrets'))
afterAll(async () => {
  trackers?.stop()
  printNotes()
})

test('the image is built from the checkout', async () => {
  const revision = await inCheckout('git rev-parse HEAD')
  const format = '{{index .Config.Labels "org.opencontainers.image.revision"}}'
  const isBuilt = await docker('image', 'inspect', '--format', format, image).then(
    (built) => built === revision,
    () => false,
  )
  if (!isBuilt) {
    const seconds = await timeOf(() =>
      inCheckout(`docker build -q -f deploy/Dockerfile --build-arg REVISION=${revision} -t ${image} .`),
    )
    note('build of the image', `${seconds} s`)
  }
  const bytes = Number(await docker('image', 'inspect', '--format', '{{.Size}}', image))
  note('size of the image', `${Math.round(bytes / 1e6)} MB`)
})

test('everything comes up, and is healthy', async () => {
  await inCheckout(`
    deploy/make-secrets deploy/secrets
    sed -e s/^RASTRO_HOST=.*/RASTRO_HOST=${host}/ -e 's/^RASTRO_TLS=.*/RASTRO_TLS=tls internal/' \
      -e s/^RASTRO_IMAGE=.*/RASTRO_IMAGE=${image}/ deploy/.env.example > deploy/.env`)
  const seconds = await timeOf(() => compose('up', '--detach', '--wait'))
  note('compose up, until healthy', `${seconds} s`)
  for (const service of services) {
    const [container] = await containersOf(service)
    const { State, RestartCount } = await inspect(container!)
    expect([service, State.Status, State.Health?.Status, RestartCount]).toEqual([
      service,
      'running',
      'healthy',
      0,
    ])
  }
})

test('the setup page creates the first account, by https with the proxy’s own authority', async () => {
  const [proxy] = await containersOf('proxy')
  ca = await docker('exec', proxy!, 'cat', '/data/caddy/pki/authorities/local/root.crt')
  caller = createCaller(address, host, ca)
  expect(await caller.page('/setup')).toContain('<html')
  const log = await compose('logs', '--no-log-prefix', 'api')
  const code = /enter the code ([a-z2-9-]+)/.exec(log)?.[1]
  expect(await setUp(caller, code!)).toBe(200)
  await signIn(caller)
  devices = await createDevices(caller, identifiers)
})

test('trackers report over TCP, UDP and TLS, a phone over https', async () => {
  trackers = startTrackers({ address, host, ca, identifiers: identifiers.slice(0, -1) })
  await expect.poll(() => [...trackers.acknowledged().values()].every(({ size }) => size > 2)).toBe(true)
  const phone = devices.at(-1)!
  const query = `id=${phone.identifier}&lat=40.4168&lon=-3.7038&timestamp=${Math.floor(Date.now() / 1_000)}`
  expect((await caller.call('GET', `/ingest/osmand?${query}`)).status).toBe(200)
  for (const device of devices)
    await expect.poll(async () => (await timesOf(caller, device)).length).toBeGreaterThan(0)
})

test('every container is confined', async () => {
  for (const service of services) {
    const [id] = await containersOf(service)
    const { State, Config, HostConfig } = await inspect(id!)
    const status = await enter('cat', `/proc/${State.Pid}/status`)
    expect([service, /NoNewPrivs:\t(\d)/.exec(status)?.[1]]).toEqual([service, '1'])
    if (service === 'postgres') continue
    expect([service, HostConfig.ReadonlyRootfs, HostConfig.CapDrop]).toEqual([service, true, ['ALL']])
    if (!roles.includes(service)) continue
    expect([Config.User, /Uid:\t(\d+)/.exec(status)?.[1]]).toEqual(['10001:10001', '10001'])
    expect(/CapBnd:\t(\d+)/.exec(status)?.[1]).toBe('0000000000000000')
    await expect(docker('exec', id!, 'touch', '/opt/rastro/x')).rejects.toThrow('Read-only file system')
  }
})

test('doctor finds nothing wrong', async () => {
  // It fails if it finds a fault.
  const report = await compose('run', '--rm', 'operator', 'doctor').catch(
    ({ stdout }: { stdout: string }) => stdout,
  )
  const faults = report.split('\n').filter((line) => line.includes('✗'))
  // The limit of open files is that of the machine.
  expect(faults.filter((line) => !line.includes('configuration.open-files'))).toEqual([])
})

test('a killed container comes back, and loses nothing', async () => {
  for (const service of services) {
    const [id] = await containersOf(service)
    const { State, RestartCount } = await inspect(id!)
    // From outside the engine: a container that the engine itself kills counts as stopped by its operator.
    await enter('kill', '-KILL', String(State.Pid))
    const stateOf = async () => {
      const now = await inspect(id!)
      return [service, now.State.Status, now.State.Health?.Status, now.RestartCount > RestartCount]
    }
    await expect.poll(stateOf).toEqual([service, 'running', 'healthy', true])
  }
  await requireNothingLost()
})

test('each role ends within 30 seconds', async () => {
  for (const role of roles) {
    const [id] = await containersOf(role)
    const seconds = await timeOf(() => compose('stop', role))
    note(`${role} stops in`, `${seconds} s`)
    expect(seconds).toBeLessThan(30)
    expect((await inspect(id!)).State.ExitCode).toBe(0)
    await compose('up', '--detach', '--no-deps', '--wait', role)
  }
  await requireNothingLost()
})

test('an upgrade under load loses nothing, and no call fails', async () => {
  const next = `${image}-next`
  await inCheckout(`
    echo 'FROM ${image}
LABEL next=1' | docker build -q -t ${next} -
    sed -i s/^RASTRO_IMAGE=.*/RASTRO_IMAGE=${next}/ deploy/.env`)
  const calls = keepCalling(caller)
  trackers.watchSilence()
  const seconds = await timeOf(() => inCheckout(`COMPOSE_FILE=${composeFiles} deploy/upgrade`))
  const { answered, failed } = await calls.stop()
  note('upgrade', `${seconds} s`)
  note('calls during the upgrade', `${answered + failed}, of which ${failed} failed`)
  const { plainMs, tlsMs } = trackers.longestSilences()
  note('longest time without an acknowledgement', `${plainMs} ms, over TLS ${tlsMs} ms`)
  expect(failed).toBe(0)
  await requireNothingLost()
})

test('a backup is restored into an empty database, and the log has the rest', async () => {
  await compose('run', '--rm', 'operator', 'backup', '/backups/one')
  await compose('run', '--rm', 'operator', 'backup', 'verify', '/backups/one')
  trackers.stopReporting()
  expect(await trackers.drained(60_000)).toBe(true)
  await compose('stop', ...roles, 'postgres')
  await compose('rm', '--force', 'postgres')
  await docker('volume', 'rm', 'rastro_postgres')
  await compose('up', '--detach', '--wait', 'postgres')
  const seconds = await timeOf(() => compose('run', '--rm', 'operator', 'restore', '/backups/one'))
  note('restore', `${seconds} s`)
  await compose('run', '--rm', 'operator', 'recover', 'log', '--from-manifest', '/backups/one')
  await compose('up', '--detach', '--wait')
  await signIn(caller)
  await requireNothingLost()
})

test('the memory of each idle container is known', async () => {
  await sleep(idleMs)
  const lines = await docker('stats', '--no-stream', '--format', '{{.Name}} {{.MemUsage}}')
  let sum = 0
  for (const line of lines.split('\n')) {
    const [, name, amount, unit] = /^(\S+) ([\d.]+)([KMG]iB)/.exec(line) ?? []
    const megabytes = Number(amount) * (unit === 'GiB' ? 1_024 : unit === 'KiB' ? 1 / 1_024 : 1)
    note(`memory of ${name}`, `${Math.round(megabytes)} MB`)
    sum += megabytes
  }
  note('memory of everything', `${Math.round(sum)} MB`)
})

async function requireNothingLost(): Promise<void> {
  const lost = () => countLost(caller, devices, trackers.acknowledged())
  await expect.poll(lost).toBe(0)
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return Math.round((performance.now() - began) / 100) / 10
}
