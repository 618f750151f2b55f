import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { beginningOf, tokenCommand } from './token-command.ts'

/** Splits the command into words as a shell does. */
function wordsOf(line: string): string[] {
  const script = `curl() { printf '%s\\n' "$@"; }; ${line}`
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trimEnd().split('\n')
}

test('the command requests a token from the public URL', () => {
  const line = tokenCommand('https://fleet.example.com/', {
    userName: 'ana@example.com',
    apiKey: 'rk_live_a_b',
  })
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

test('shell metacharacters in a name are quoted', () => {
  const userName = `o'hara$(id)"\\@example.com`
  const words = wordsOf(tokenCommand('https://a.example', { userName, apiKey: 'rk' }))
  expect(JSON.parse(words.at(-1) ?? '')).toEqual({ userName, apiKey: 'rk' })
})

test('a key is recognised by its prefix', () => {
  expect(beginningOf('key_4nYJ1oZ0m6Yb3Uo2aWq8Kd')).toBe('rk_live_4nYJ1o…')
})
