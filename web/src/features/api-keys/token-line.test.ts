import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { beginningOf, tokenLine } from './token-line.ts'

/** What a shell makes of the line: its words. */
function wordsOf(line: string): string[] {
  const script = `curl() { printf '%s\\n' "$@"; }; ${line}`
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trimEnd().split('\n')
}

test('the line asks the public address for a token', () => {
  const line = tokenLine('https://fleet.example.com/', { userName: 'ana@example.com', apiKey: 'rk_live_a_b' })
  expect(wordsOf(line)).toEqual([
    '-X',
    'POST',
    'https://fleet.example.com/api/Auth/Token',
    '-H',
    'Content-Type: application/json',
    '-d',
    '{"userName":"ana@example.com","apiKey":"rk_live_a_b"}',
  ])
})

test('a name with signs of the shell stays what it is', () => {
  const userName = `o'hara$(id)"\\@example.com`
  const words = wordsOf(tokenLine('https://a.example', { userName, apiKey: 'rk' }))
  expect(JSON.parse(words.at(-1) ?? '')).toEqual({ userName, apiKey: 'rk' })
})

test('a key is known by its beginning', () => {
  expect(beginningOf('key_4nYJ1oZ0m6Yb3Uo2aWq8Kd')).toBe('rk_live_4nYJ1o…')
})
