import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { composeOnly, settings } from './settings.ts'

const deploy = fileURLToPath(new URL('..', import.meta.url))
const files = globSync(
  [
    'Dockerfile',
    'compose.yaml',
    '.env.example',
    'Caddyfile',
    'probe',
    'systemd/*',
    'nats/*',
    'helm/**/*.{yaml,tpl,txt}',
  ],
  { cwd: deploy },
)

test('finds files and settings', () => {
  expect(files.length).toBeGreaterThan(15)
  expect(settings.size).toBeGreaterThan(60)
})

test.each(files)('%s uses only settings that the server reads', (file) => {
  const text = readFileSync(`${deploy}/${file}`, 'utf8')
  const named = new Set(text.match(/\bRASTRO_[A-Z0-9_]+/g))
  const unknown = [...named].filter((name) => !settings.has(name) && !composeOnly.has(name))
  expect(unknown).toEqual([])
})
