import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSteps } from './steps.ts'

test('reads the lines of the section, up to the demo', () => {
  const readme =
    '# X\n\n```sh\nother\n```\n\n## Running in five minutes\n\nWords.\n\n```sh\nnpm ci\nnpm run demo\nmore\n```\n\n## Next\n'
  expect(readSteps(readme)).toEqual(['npm ci', 'npm run demo'])
})

test('rejects a README without them', () => {
  expect(() => readSteps('## Running in five minutes\n\n```sh\nnpm ci\n```\n\n## Next\n')).toThrow(
    'npm run demo',
  )
})

test('finds them in the README of this project', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  expect(readSteps(readme)).toContain('npm ci')
})
