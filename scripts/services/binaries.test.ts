import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkBinaries } from './binaries.ts'

const usr = mkdtempSync(join(tmpdir(), 'rastro-binaries-'))
afterAll(() => rmSync(usr, { recursive: true }))

function put(file: string, text = ''): void {
  mkdirSync(join(usr, file, '..'), { recursive: true })
  writeFileSync(join(usr, file), text, { mode: 0o755 })
}

function complaint(): string {
  try {
    checkBinaries({ usr, path: join(usr, 'bin') })
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

test('reports everything missing at once, with the command to install it', () => {
  expect(complaint()).toMatch(/PostgreSQL 15, 16 or 17 with PostGIS .*\n.*nats-server 2\.10\.23 or newer/)
  expect(complaint()).toContain('scripts/install-services')
})

test('reports a PostgreSQL without PostGIS and a nats-server that is too old', () => {
  for (const program of ['postgres', 'initdb']) put(`lib/postgresql/15/bin/${program}`)
  put('sbin/nats-server', '#!/bin/sh\necho "nats-server: v2.9.10"\n')
  expect(complaint()).toContain('PostGIS for PostgreSQL 15')
  expect(complaint()).toContain('sbin/nats-server is 2.9.10')
})

test('accepts a recent nats-server anywhere in the PATH', () => {
  put('share/postgresql/15/extension/postgis.control')
  put('bin/nats-server', '#!/bin/sh\necho "nats-server: v2.12.1"\n')
  expect(complaint()).toBe('')
})
