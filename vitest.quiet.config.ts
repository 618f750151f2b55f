import { defineConfig } from 'vitest/config'

// Tests that measure time: one file after the other, with nothing else beside them.
export default defineConfig({
  test: {
    include: ['{server,scripts}/**/*.quiet.test.ts'],
    globalSetup: ['server/test/services.setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // As in vitest.config.ts: only what misses a bound on time three times in a row is slow.
    retry: { count: 2, condition: /to be less than/ },
    pool: 'forks',
    fileParallelism: false,
  },
})
