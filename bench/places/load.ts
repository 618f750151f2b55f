// Loads the world in a process of its own, and prints what that takes.

const { getWorld } = await import('../../server/src/features/places/world.ts')
const { placeAt } = await import('../../server/src/features/places/place-at.ts')

const rssBefore = settledRss()
const startedAt = performance.now()
getWorld()
const loadMs = performance.now() - startedAt
for (let index = 0; index < 10_000; index += 1) placeAt((index % 170) - 85, (index % 359) - 179, 'en')
process.stdout.write(JSON.stringify({ loadMs, megabytes: (settledRss() - rssBefore) / 1e6 }))

function settledRss(): number {
  globalThis.gc?.()
  return process.memoryUsage().rss
}
