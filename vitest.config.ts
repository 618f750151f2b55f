import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{server,scripts}/**/*.test.ts'],
    globalSetup: ['server/test/engines.setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    pool: 'forks',
  },
})
