import { readFileSync } from 'node:fs'
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'

const text = readFileSync(new URL('../Dockerfile', import.meta.url), 'utf8')
const instructions = text
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n\s*/g, ' ')
  .split('\n')
  .filter(Boolean)
  .map((line) => ({ keyword: line.split(' ')[0]!, text: line.replace(/^\w+ /, '') }))
const textsOf = (keyword: string) =>
  instructions.filter((one) => one.keyword === keyword).map(({ text }) => text)
const lastStage = instructions.slice(instructions.findLastIndex(({ keyword }) => keyword === 'FROM'))

test('the linter finds nothing', () => {
  expect(validate(text)).toEqual([])
})

test('every image is pinned to a version', () => {
  for (const from of textsOf('FROM'))
    expect(from).toMatch(/^[\w./-]+:\d+\.\d+[\w.-]*(@sha256:[0-9a-f]{64})?( AS \w+)?$/)
})

test('runs as a numeric non-root user, and stops by SIGTERM', () => {
  const keywords = lastStage.map(({ keyword }) => keyword)
  expect(lastStage.findLast(({ keyword }) => keyword === 'USER')?.text).toMatch(/^[1-9]\d*:[1-9]\d*$/)
  expect(keywords.indexOf('USER')).toBeGreaterThan(keywords.lastIndexOf('RUN'))
  expect(textsOf('STOPSIGNAL')).toEqual(['SIGTERM'])
})

test('runs without a shell, so that signals reach the process', () => {
  for (const form of [...textsOf('ENTRYPOINT'), ...textsOf('CMD')])
    expect(JSON.parse(form)).toBeInstanceOf(Array)
  expect(textsOf('HEALTHCHECK')).toEqual([expect.stringMatching(/CMD \["/)])
})

test('adds no remote files, and leaves no package lists', () => {
  expect(textsOf('ADD')).toEqual([])
  const installs = textsOf('RUN').filter((run) => run.includes('apt-get'))
  expect(installs).not.toHaveLength(0)
  for (const run of installs) {
    expect(run).toContain('--no-install-recommends')
    expect(run).toContain('rm -rf /var/lib/apt/lists/*')
  }
})

test('installs the packages of the lock file', () => {
  expect(text).not.toMatch(/npm (install|i)\b/)
})

test('no secret is in the build context', () => {
  const ignore = readFileSync(new URL('../Dockerfile.dockerignore', import.meta.url), 'utf8').split('\n')
  expect(ignore.find((line) => line && !line.startsWith('#'))).toBe('*')
  expect(ignore.filter((line) => /^!(\.env|deploy$|deploy\/secrets|\.services)/.test(line))).toEqual([])
})

test('what deploy/make-tree runs and copies is in the build context', () => {
  const ignore = readFileSync(new URL('../Dockerfile.dockerignore', import.meta.url), 'utf8').split('\n')
  const makeTree = readFileSync(new URL('../make-tree', import.meta.url), 'utf8')
  const named = makeTree.match(/\b(scripts|deploy)\/[\w./-]+/g) ?? []
  expect(named).toContain('scripts/sbom.ts')
  for (const file of named) expect(ignore).toContain(`!${file}`)
})
