import type { Location } from '@rastro/client'
import { createClient } from '@rastro/client'
import { expect, test } from 'vitest'
import { loadTrack, maxPoints } from './load-track.ts'

const fromMs = Date.parse('2026-11-08T00:00:00Z')
const everyMs = 10_000

/** A fake server with a number of locations, ten seconds apart. */
function serverWith(total: number) {
  const asked: URLSearchParams[] = []
  const at = (i: number): Location => ({
    dateTime: new Date(fromMs + i * everyMs).toISOString(),
    latitude: 40 + i / 10_000,
    longitude: -3,
    speed: 25,
  })
  const fetch = async (url: string) => {
    const query = new URL(url).searchParams
    asked.push(query)
    if (query.has('simplify')) {
      const kept = Array.from({ length: Math.ceil(total / Number(query.get('simplify'))) }, (_, i) =>
        at(i * Number(query.get('simplify'))),
      )
      return Response.json({ success: true, locations: kept, requestId: 'r' })
    }
    const first = Number(query.get('cursor') ?? 0)
    const next = Math.min(total, first + Number(query.get('limit')))
    const locations = Array.from({ length: next - first }, (_, i) => at(first + i))
    return Response.json({
      success: true,
      locations,
      requestId: 'r',
      ...(next < total && { nextCursor: `${next}` }),
    })
  }
  return { asked, rastro: createClient({ url: 'http://tracks.test', token: () => 'token', fetch }) }
}
const period = { fromMs, toMs: fromMs + 7 * 86_400_000 }

test('fetches page after page and reports progress', async () => {
  const { rastro, asked } = serverWith(2_500)
  const reported: number[] = []
  const { track, simplifiedM } = await loadTrack(rastro, {
    deviceId: 'dev_1',
    period,
    onProgress: ({ count }) => reported.push(count),
  })
  expect(track.count).toBe(2_500)
  expect(simplifiedM).toBeUndefined()
  expect(reported).toEqual([1_000, 2_000, 2_500])
  expect(asked).toHaveLength(3)
})

test('the server simplifies a week of ten-second locations and reports the tolerance', async () => {
  const { rastro, asked } = serverWith(60_480)
  const { track, simplifiedM } = await loadTrack(rastro, { deviceId: 'dev_1', period })
  expect(simplifiedM).toBe(10)
  expect(track.count).toBeLessThan(maxPoints)
  expect(asked.at(-1)?.get('simplify')).toBe('10')
  expect(asked.at(-1)?.has('limit')).toBe(false)
})

test('exactly as many as fit are not simplified', async () => {
  const { rastro } = serverWith(maxPoints)
  const { track, simplifiedM } = await loadTrack(rastro, { deviceId: 'dev_1', period })
  expect(track.count).toBe(maxPoints)
  expect(simplifiedM).toBeUndefined()
})

test('a much longer period starts with a larger tolerance', async () => {
  const { rastro, asked } = serverWith(6_000_000)
  const year = { fromMs, toMs: fromMs + 6_000_000 * everyMs }
  const { simplifiedM } = await loadTrack(rastro, { deviceId: 'dev_1', period: year })
  expect(simplifiedM).toBe(250)
  expect(asked.filter((query) => query.has('simplify'))).toHaveLength(1)
})

test('an empty period is an empty track', async () => {
  const { rastro } = serverWith(0)
  expect((await loadTrack(rastro, { deviceId: 'dev_1', period })).track.count).toBe(0)
})
