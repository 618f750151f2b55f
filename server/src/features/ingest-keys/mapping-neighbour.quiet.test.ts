// How long the mapping of one account waits for that of another, which attacks without a pause.

import { afterEach, expect, test } from 'vitest'
import type { Mappings } from './mapping.api.ts'
import { createMappings } from './mapping.api.ts'

const list = Array.from({ length: 20_000 }, (_, index) => index)
const large = { body: JSON.stringify({ id: 'a', list }), query: {}, topic: '', isForm: false }
const small = { body: '{"id":"a","lat":1,"lon":2}', query: {}, topic: '', isForm: false }
/** It needs no memory: that has a limit of its own, which a fast host reaches first. */
const endlessly = 'item.list.all(x, item.list.exists(y, y < 0 || x >= 0 && y == -1) || true)'
const endless = { identifier: 'item.id', attributes: { found: endlessly } }
const usual = { identifier: 'item.id', latitude: 'item.lat', longitude: 'item.lon' }

/** The limit of the first thread, and the start of another one. */
const maxDelayMs = 1_500
const turns = 100
let mappings: Mappings
afterEach(() => mappings.stop())

async function slowestBeside(attackers: number): Promise<number> {
  let isOver = false
  const attacks = Array.from({ length: attackers }, async (_, nth) => {
    while (!isOver) {
      await mappings.evaluate(nth + 2, endless, large).catch(() => {})
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  })
  const delaysMs: number[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    const began = performance.now()
    await mappings.evaluate(1, usual, small)
    delaysMs.push(performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  isOver = true
  mappings.stop()
  await Promise.all(attacks)
  return Math.max(...delaysMs)
}

test('one account that attacks delays another by one limit of the first thread at most', async () => {
  mappings = createMappings()
  const slowestMs = await slowestBeside(1)
  expect(slowestMs).toBeLessThan(maxDelayMs)
})

test('without a limit of the first thread, the other account waits for the attack', async () => {
  mappings = createMappings({ quickMs: 5_000, maxMs: 5_000 })
  const first = mappings.evaluate(2, endless, large).catch(() => {})
  const began = performance.now()
  await mappings.evaluate(1, usual, small)
  expect(performance.now() - began).toBeGreaterThan(maxDelayMs)
  mappings.stop()
  await first
})
