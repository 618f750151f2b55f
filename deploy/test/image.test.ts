import { readFileSync } from 'node:fs'
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'

const text = readFileSync(new URL('../Dockerfile', import.meta.url), 'utf8')
const instructions = text
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n\s*/g, ' ')
  .split('\n')
  .filter(Boolean)
  .map((line) => ({ keyword: line.split(' ')[0]!, says: line.replace(/^\w+ /, '') }))
const saysOf = (keyword: string) =>
  instructions.filter((one) => one.keyword === keyword).map(({ says }) => says)
const lastStage = instructions.slice(instructions.findLastIndex(({ keyword }) => keyword === 'FROM'))

test('the linter finds nothing', () => {
  expect(validate(text)).toEqual([])
})

test('every image is pinned to a version', () => {
  for (const from of saysOf('FROM'))
    expect(from).toMatch(/^[\w./-]+:\d+\.\d+[\w.-]*(@sha256:[0-9a-f]{64})?( AS \w+)?$/)
})

test('it runs as a number that is not root, and is told to stop by a signal that it hears', () => {
  const keywords = lastStage.map(({ keyword }) => keyword)
  expect(lastStage.findLast(({ keyword }) => keyword === 'USER')?.says).toMatch(/^[1-9]\d*:[1-9]\d*$/)
  expect(keywords.indexOf('USER')).toBeGreaterThan(keywords.lastIndexOf('RUN'))
  expect(saysOf('STOPSIGNAL')).toEqual(['SIGTERM'])
})

test('its process is the first one: no shell stands between it and a signal', () => {
  for (const form of [...saysOf('ENTRYPOINT'), ...saysOf('CMD')])
    expect(JSON.parse(form)).toBeInstanceOf(Array)
  expect(saysOf('HEALTHCHECK')).toEqual([expect.stringMatching(/CMD \["/)])
})

test('nothing is added from elsewhere, and no list of packages stays', () => {
  expect(saysOf('ADD')).toEqual([])
  const installs = saysOf('RUN').filter((run) => run.includes('apt-get'))
  expect(installs).not.toHaveLength(0)
  for (const run of installs) {
    expect(run).toContain('--no-install-recommends')
    expect(run).toContain('rm -rf /var/lib/apt/lists/*')
  }
})

test('packages are those of the lock file', () => {
  expect(text).not.toMatch(/npm (install|i)\b/)
})

test('no secret is among the files it is built from', () => {
  const ignore = readFileSync(new URL('../Dockerfile.dockerignore', import.meta.url), 'utf8').split('\n')
  expect(ignore.find((line) => line && !line.startsWith('#'))).toBe('*')
  expect(ignore.filter((line) => /^!(\.env|deploy$|deploy\/secrets|\.services)/.test(line))).toEqual([])
})
