import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { firstBrowserTests, longTests } from './lane-files.ts'

test.each([...longTests, ...firstBrowserTests])('%s exists', (file) => {
  expect(existsSync(new URL(`../${file}`, import.meta.url))).toBe(true)
})
