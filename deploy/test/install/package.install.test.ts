// The Debian package on a bare Debian with systemd, from nothing to its removal, with a fleet that reports meanwhile.
// RASTRO_PACKAGE is the file, RASTRO_SYSTEMD_LAB the lab: see deploy/lab/run.

import { execFile } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Device } from './account.ts'
import { countLost, createDevices, setUp, signIn } from './account.ts'
import type { Caller } from './caller.ts'
import { createCaller, keepCalling } from './caller.ts'
import { note, printNotes } from './notes.ts'
import type { Trackers } from './trackers.ts'
import { startTrackers } from './trackers.ts'

const run = promisify(execFile)
const deploy = fileURLToPath(new URL('../..', import.meta.url))
const address = '10.0.2.100'
const host = 'rastro.localhost'
const roles = ['gateway', 'recorder', 'notifier', 'api', 'trips', 'reporter']
const units = roles.map((role) => `rastro@${role}`)
const authority = '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt'
const identifiers = Array.from({ length: 5 }, (_, index) => `35630704244${1_000 + index}`)

const lab = (...args: string[]) => run(`${deploy}lab/systemd`, args, { maxBuffer: 64 * 1_024 * 1_024 })
const shell = async (script: string): Promise<string> =>
  (await lab('enter', 'bash', '-ec', script)).stdout.trim()
const areActive = async () => (await shell(`systemctl is-active ${units.join(' ')} || true`)).split('\n')
const allActive = units.map(() => 'active')
const pids = async () =>
  (await shell(`systemctl show -P MainPID ${units.join(' ')}`)).split('\n').filter(Boolean)
const debian = process.env.RASTRO_DEBIAN ?? ''

let caller: Caller
let devices: Device[]
let trackers: Trackers

beforeAll(() => {
  const root = `${process.env.RASTRO_SYSTEMD_LAB}/root/root`
  copyFileSync(process.env.RASTRO_PACKAGE!, `${root}/rastro.deb`)
  copyFileSync(`${deploy}debian/install`, `${root}/install`)
})
afterAll(() => {
  trackers?.stop()
  printNotes()
})

async function requireNothingLost(): Promise<void> {
  await expect.poll(() => countLost(caller, devices, trackers.acknowledged())).toBe(0)
}

test('one command leads to https, and the setup page to the first account', async () => {
  const beganMs = performance.now()
  const output = await shell(`sh /root/install /root/rastro.deb ${host} --internal-ca`)
  note(
    `Debian ${debian}: installation with rastro-setup`,
    `${Math.round((performance.now() - beganMs) / 1e3)} s`,
  )
  const [, code] = /Code +((?:[a-z2-9]{4}-){7}[a-z2-9]{4})/.exec(output) ?? []
  caller = createCaller(address, host, await shell(`cat ${authority}`))
  expect(await caller.page('/setup')).toContain('<html')
  expect(await setUp(caller, code!)).toBe(200)
  await signIn(caller)
  devices = await createDevices(caller, identifiers)
})

test('every role runs as its own user, without capabilities', async () => {
  expect(await areActive()).toEqual(allActive)
  for (const unit of units) {
    const status = await shell(`cat /proc/$(systemctl show -P MainPID ${unit})/status`)
    expect([unit, /CapBnd:\t(\w+)/.exec(status)?.[1]]).toEqual([unit, '0000000000000000'])
    expect([unit, /\nUid:\t0\t/.test(status)]).toEqual([unit, false])
    note(`memory of ${unit}`, `${Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024)} MB`)
  }
})

test('trackers report over TCP, UDP and TLS', async () => {
  const ca = await shell(`cat ${authority}`)
  trackers = startTrackers({ address, host, ca, identifiers })
  await expect.poll(() => [...trackers.acknowledged().values()].every(({ size }) => size > 2)).toBe(true)
  await requireNothingLost()
})

test('doctor finds nothing wrong', async () => {
  const report = await shell('rastro doctor || true')
  const faults = report.split('\n').filter((line) => line.includes('✗'))
  // The limit of open files is that of the shell here, not that of the unit.
  expect(faults.filter((line) => !line.includes('configuration.open-files'))).toEqual([])
})

test('rastro-setup can run again, and keeps the secrets', async () => {
  const sums = () => shell('cat /etc/rastro/credentials/* /etc/rastro/rastro.env | sha256sum')
  const before = await sums()
  await shell(`rastro-setup ${host} --internal-ca`)
  expect(await sums()).toBe(before)
  expect(await areActive()).toEqual(allActive)
})

test('a backup is made and verified', async () => {
  await shell('rastro backup /var/backups/rastro/one && rastro backup verify /var/backups/rastro/one')
})

test('a package over an installed one replaces every process, no call fails, and nothing is lost', async () => {
  const before = new Set(await pids())
  const calls = keepCalling(caller)
  trackers.watchSilence()
  const beganMs = performance.now()
  await shell('apt-get install -y --reinstall /root/rastro.deb')
  note('package over package', `${Math.round((performance.now() - beganMs) / 1e3)} s`)
  const { answered, failed } = await calls.stop()
  const { plainMs, tlsMs } = trackers.longestSilences()
  note('calls meanwhile', `${answered + failed}, of which ${failed} failed`)
  note('longest time without an acknowledgement', `${plainMs} ms, over TLS ${tlsMs} ms`)
  expect((await pids()).filter((pid) => before.has(pid))).toEqual([])
  expect(await areActive()).toEqual(allActive)
  expect(failed).toBe(0)
  await requireNothingLost()
})

test('after a restart of the machine everything is back', async () => {
  await lab('off')
  const beganMs = performance.now()
  await lab('boot')
  const isBack = () =>
    caller.call('GET', '/api/devices').then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(isBack).toBe(200)
  note(
    'restart of the machine, until the first answer',
    `${Math.round((performance.now() - beganMs) / 1e3)} s`,
  )
  await requireNothingLost()
})

test('removal keeps the data, and another installation finds it', async () => {
  trackers.stopReporting()
  expect(await trackers.drained(60_000)).toBe(true)
  await shell('apt-get purge -y rastro')
  expect(await shell('ls /opt/rastro 2>/dev/null | wc -l')).toBe('0')
  await shell(`apt-get install -y /root/rastro.deb && rastro-setup ${host} --internal-ca`)
  expect(await areActive()).toEqual(allActive)
  await signIn(caller)
  await requireNothingLost()
})
