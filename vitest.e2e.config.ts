import { defineConfig } from 'vitest/config'
import { isFullLane, isNamed } from './scripts/lane.ts'
import { firstBrowserTests } from './scripts/lane-files.ts'

// Real browsers against real servers, one file at a time: without a graphics card the map takes a whole core.
export default defineConfig({
  test: {
    include: isFullLane || isNamed ? ['e2e/**/*.test.ts'] : firstBrowserTests,
    exclude: isFullLane ? [] : ['**/*.full.test.ts'],
    globalSetup: ['server/test/services.setup.ts', 'e2e/web.setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000, interval: 200 } },
    // A browser can miss a deadline while the host takes the processor. Only what misses it twice has failed.
    retry: { count: 1, condition: /Timeout \d+ms exceeded|did not succeed in time|timed out/i },
    pool: 'forks',
    fileParallelism: false,
    // Files share their imports; nothing in the product is global.
    isolate: false,
  },
})
