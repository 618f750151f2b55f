// The Debian package on a bare Debian with systemd: RASTRO_PACKAGE names a file of deploy/debian/make-package.

import { execFile } from 'node:child_process'
import { copyFileSync, existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { note, printNotes } from './notes.ts'

const run = promisify(execFile)
const deploy = fileURLToPath(new URL('../..', import.meta.url))
const root = `${process.env.RASTRO_SYSTEMD_LAB ?? '/var/tmp/rastro-systemd'}/root`
const debPackage = process.env.RASTRO_PACKAGE ?? ''
const host = 'rastro.localhost'
const units = ['gateway', 'recorder', 'notifier', 'api', 'trips', 'reporter'].map((role) => `rastro@${role}`)
const ca = '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt'

const lab = (...args: string[]) => run(`${deploy}lab/systemd`, args, { maxBuffer: 64 * 1_024 * 1_024 })
const shell = async (script: string): Promise<string> =>
  (await lab('enter', 'bash', '-ec', script)).stdout.trim()
const areActive = async () => (await shell(`systemctl is-active ${units.join(' ')} || true`)).split('\n')
const allActive = units.map(() => 'active')

describe.skipIf(!debPackage)('the Debian package', () => {
  beforeAll(async () => {
    if (!existsSync(root)) await lab('make', '12')
    await lab('boot')
    copyFileSync(debPackage, `${root}/root/rastro.deb`)
    copyFileSync(`${deploy}debian/install`, `${root}/root/install`)
  })
  afterAll(async () => {
    await lab('off')
    printNotes()
  })

  test('one command leads to https', async () => {
    const beganMs = performance.now()
    const output = await shell(`sh /root/install /root/rastro.deb ${host} --internal-ca`)
    note('installation with rastro-setup', `${Math.round((performance.now() - beganMs) / 1e3)} s`)
    expect(output).toMatch(/Code +([a-z2-9]{4}-){7}/)
    expect(await shell(`curl -fsS --cacert ${ca} https://${host}/setup`)).toContain('<html')
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

  test('a package over an installed one restarts every role', async () => {
    const pids = () => shell(`systemctl show -P MainPID ${units.join(' ')}`)
    const before = new Set((await pids()).split('\n'))
    await shell('apt-get install -y --reinstall /root/rastro.deb')
    const after = (await pids()).split('\n').filter(Boolean)
    expect(after.filter((pid) => before.has(pid))).toEqual([])
    expect(await areActive()).toEqual(allActive)
  })

  test('removal keeps the data, and another installation finds it', async () => {
    const count = 'runuser -u postgres -- psql -AtXc "select count(*) from schema_migrations" -d rastro'
    const rows = () => shell(`PGCLUSTER=$(ls /usr/lib/postgresql | tail -n 1)/rastro ${count}`)
    const before = await rows()
    await shell('apt-get purge -y rastro')
    expect(await shell('ls /opt/rastro 2>/dev/null | wc -l')).toBe('0')
    expect(await rows()).toBe(before)
    await shell(`apt-get install -y /root/rastro.deb && rastro-setup ${host} --internal-ca`)
    expect(await areActive()).toEqual(allActive)
  })
})
