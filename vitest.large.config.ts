import { defineConfig } from 'vitest/config'

// Tests with much data: too long, and too dependent on a quiet machine, for every change.
export default defineConfig({
  test: {
    include: ['server/**/*.large.test.ts'],
    globalSetup: ['server/test/services.setup.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    pool: 'forks',
    fileParallelism: false,
  },
})
