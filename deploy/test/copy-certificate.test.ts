import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const program = fileURLToPath(new URL('../copy-certificate', import.meta.url))
const host = 'rastro.example'
const dir = mkdtempSync(join(tmpdir(), 'rastro-copy-'))
const [storage, target] = [join(dir, 'caddy'), join(dir, 'tls')]
const copy = () => execFileSync(program, [storage, host, target, '--once'])
const copied = () => ['tracker.crt', 'tracker.key'].map((name) => readFileSync(join(target, name), 'utf8'))

/** As Caddy stores a certificate. */
function store(authority: string, text: string, atSeconds: number, name = host): void {
  const directory = join(storage, 'certificates', authority, name)
  mkdirSync(directory, { recursive: true })
  for (const end of ['crt', 'key']) {
    const file = join(directory, `${name}.${end}`)
    writeFileSync(file, `${text} ${end}`, { mode: 0o600 })
    utimesSync(file, atSeconds, atSeconds)
  }
}

beforeAll(() => {
  mkdirSync(target)
})
afterAll(() => rmSync(dir, { recursive: true }))

test('nothing is copied while the proxy has no certificate for the host', () => {
  copy()
  store('local', 'of another host', 1_000, 'other.example')
  copy()
  expect(readdirSync(target)).toEqual([])
})

test('the certificate that was obtained last is copied, readable for the gateway', () => {
  store('local', 'internal', 1_000)
  copy()
  expect(copied()).toEqual(['internal crt', 'internal key'])
  store('acme-v02.api.letsencrypt.org-directory', 'public', 2_000)
  copy()
  expect(copied()).toEqual(['public crt', 'public key'])
  expect(statSync(join(target, 'tracker.key')).mode & 0o777).toBe(0o444)
})

test('a renewed one replaces it, and the same one is left alone', () => {
  const inodes = () => ['tracker.crt', 'tracker.key'].map((name) => statSync(join(target, name)).ino)
  const before = inodes()
  copy()
  expect(inodes()).toEqual(before)
  store('acme-v02.api.letsencrypt.org-directory', 'renewed', 3_000)
  copy()
  expect(copied()).toEqual(['renewed crt', 'renewed key'])
})
