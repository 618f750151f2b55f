import { monitorEventLoopDelay } from 'node:perf_hooks'
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pngChunk, pngSignature } from '../../../../platform/png/chunk.ts'
import { prepareInThread } from './prepare-threads.ts'

const sidePx = 1_024
const maxDelayMs = 200
const maxGrowthBytes = 64_000_000

/** The most work that a picture may cause: 16 bits of each color and alpha, in the most expensive filter. */
function largestIcon(): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(sidePx, 0)
  header.writeUInt32BE(sidePx, 4)
  header.set([16, 6], 8)
  const rowBytes = sidePx * 8 + 1
  const rows = Buffer.alloc(rowBytes * sidePx, 1)
  for (let y = 0; y < sidePx; y += 1) rows[y * rowBytes] = 4
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

test('decoding leaves the event loop free, in little memory', async () => {
  const bytes = largestIcon()
  await prepareInThread({ kind: 'icon', bytes })
  const before = process.memoryUsage.rss()
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const prepared = await Promise.all(
    Array.from({ length: 5 }, () => prepareInThread({ kind: 'icon', bytes })),
  )
  delay.disable()
  for (const one of prepared) expect('pictures' in one && one.pictures.length).toBe(3)
  expect(delay.max / 1e6).toBeLessThan(maxDelayMs)
  expect(process.memoryUsage.rss() - before).toBeLessThan(maxGrowthBytes)
})
