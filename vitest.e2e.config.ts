import { defineConfig } from 'vitest/config'

// Real browsers before real servers. One file after the other: the map is drawn without a graphics card.
export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    globalSetup: ['server/test/services.setup.ts', 'e2e/web.setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000, interval: 200 } },
    pool: 'forks',
    fileParallelism: false,
    // Nothing of ours is global, so that files may share what they import.
    isolate: false,
  },
})
