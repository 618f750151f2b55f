import { expect, test } from 'vitest'
import { isChunkFailure, mayReload } from './chunk-failure.ts'

test.each([
  new TypeError('Failed to fetch dynamically imported module: https://example.com/assets/a.js'),
  new TypeError('error loading dynamically imported module: https://example.com/assets/a.js'),
  new TypeError('Importing a module script failed.'),
  new Error('Unable to preload CSS for /assets/a.css'),
])('%s is a part that could not be loaded', (error) => {
  expect(isChunkFailure(error)).toBe(true)
})

test('other errors are bugs', () => {
  expect(isChunkFailure(new TypeError('x is undefined'))).toBe(false)
  expect(isChunkFailure('Failed to fetch dynamically imported module')).toBe(false)
})

test('the page is not reloaded again and again', () => {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  }
  expect(mayReload(1_000_000, storage)).toBe(true)
  expect(mayReload(1_010_000, storage)).toBe(false)
  expect(mayReload(1_040_000, storage)).toBe(true)
})
