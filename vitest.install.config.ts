import { defineConfig } from 'vitest/config'

// Real installations, started by deploy/lab/run: each file follows one guide from beginning to end, so a failed step ends it.
export default defineConfig({
  test: {
    include: ['deploy/test/install/*.install.test.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
    expect: { poll: { timeout: 120_000, interval: 500 } },
    pool: 'forks',
    fileParallelism: false,
    bail: 1,
    reporters: ['verbose'],
  },
})
