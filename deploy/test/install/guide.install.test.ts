// docs/deploy.md, "One machine with systemd", from a bare Debian to https: every command as it is written, but for names.

import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Device } from './account.ts'
import { countLost, createDevices } from './account.ts'
import type { Caller } from './caller.ts'
import { createCaller } from './caller.ts'
import { note, printNotes } from './notes.ts'
import type { Trackers } from './trackers.ts'
import { startTrackers } from './trackers.ts'

const run = promisify(execFile)
const repository = fileURLToPath(new URL('../../..', import.meta.url))
const root = `${process.env.RASTRO_SYSTEMD_LAB}/root`
const address = '10.0.2.100'
const host = 'rastro.localhost'
const owner = 'olga@example.com'
const roles = ['gateway', 'recorder', 'notifier', 'api', 'trips', 'reporter']
const units = [...roles.map((role) => `rastro@${role}`), 'rastro-certificate']
const authority = '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt'
const identifiers = Array.from({ length: 3 }, (_, index) => `35630704245${1_000 + index}`)

const page = readFileSync(`${repository}docs/deploy.md`, 'utf8')
const [, section = ''] = /^## One machine with systemd\n(.*?)^\*\*Upgrade\.\*\*/ms.exec(page) ?? []
/** Commands and files, in the order of the page. */
const blocks = [...section.matchAll(/^```([^\n]*)\n(.*?)^```/gms)].map(([, language = '', text = '']) => ({
  isShell: language.startsWith('sh'),
  text: text.replace('https://git.example/rastro.git', '/root/rastro.git').replaceAll('rastro.example', host),
}))
const commands = blocks.filter(({ isShell }) => isShell).map(({ text }) => text)
const caddyfile = blocks.find(({ text }) => text.includes('reverse_proxy'))?.text ?? ''

const lab = (...args: string[]) =>
  run(`${repository}deploy/lab/systemd`, args, { maxBuffer: 64 * 1_024 * 1_024 })

/** In one shell after the other: each goes on where the one before ended. */
async function shell(script: string): Promise<string> {
  writeFileSync(
    `${root}/root/step`,
    `if [ -e /root/state ]; then . /root/state; cd "$(cat /root/cwd)"; fi
set -e
${script}
pwd > /root/cwd
declare -p PATH release > /root/state 2> /dev/null || true
`,
  )
  const { stdout } = await lab(
    'enter',
    'env',
    'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt',
    'bash',
    '/root/step',
  )
  return stdout.trim()
}

let caller: Caller
let devices: Device[]
let trackers: Trackers

beforeAll(() => run('git', ['clone', '--quiet', '--bare', repository, `${root}/root/rastro.git`]))
afterAll(() => {
  trackers?.stop()
  printNotes()
})

test('the guide has the commands of its seven steps', () => {
  expect(commands).toHaveLength(6)
  expect(commands.at(-1)).toContain('rastro account create')
  expect(caddyfile).toContain(`http://${host} {`)
})

test('its commands lead to running roles', async () => {
  const beganMs = performance.now()
  for (const [index, command] of commands.slice(0, -1).entries()) {
    await shell(command)
    // "then edit: names, addresses"
    if (index === 1) await shell(`sed -i s/rastro.example/${host}/ /etc/rastro/rastro.env`)
  }
  note('commands of the guide', `${Math.round((performance.now() - beganMs) / 1e3)} s`)
  const active = () => shell(`systemctl is-active ${units.join(' ')} || true`)
  await expect.poll(active).toBe(units.map(() => 'active').join('\n'))
})

test('its Caddyfile leads to https', async () => {
  // Without a public name.
  writeFileSync(
    `${root}/etc/caddy/Caddyfile`,
    caddyfile.replace(`\n${host} {`, `\n${host} {\n\ttls internal`),
  )
  await shell('systemctl reload caddy')
  const ca = await shell(
    `for i in $(seq 30); do [ -e ${authority} ] && break; sleep 1; done; cat ${authority}`,
  )
  caller = createCaller(address, host, ca)
  await expect.poll(() => caller.page('/').catch(() => '')).toContain('<html')
})

test('the first account has a key, its trackers report over TCP, UDP and TLS', async () => {
  const output = await shell(commands.at(-1)!)
  const [apiKey] = /rk_live_\w+/.exec(output) ?? []
  const { body } = await caller.call<{ token: string }>('POST', '/api/Auth/Token', {
    userName: owner,
    apiKey,
  })
  caller.token = body.token
  devices = await createDevices(caller, identifiers)
  const ca = await shell(`cat ${authority}`)
  trackers = startTrackers({ address, host, ca, identifiers })
  await expect.poll(() => [...trackers.acknowledged().values()].every(({ size }) => size > 2)).toBe(true)
  await expect.poll(() => countLost(caller, devices, trackers.acknowledged())).toBe(0)
})

test('doctor finds nothing wrong', async () => {
  const report = await shell('rastro doctor || true')
  const faults = report.split('\n').filter((line) => line.includes('✗'))
  expect(faults.filter((line) => !line.includes('configuration.open-files'))).toEqual([])
})
