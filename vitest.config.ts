import { defineConfig } from 'vitest/config'

const limits = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // What a test waits for comes soon; on a busy machine later. Only where nothing comes at all is this waited for.
  expect: { poll: { timeout: 30_000 } },
  pool: 'forks' as const,
  maxWorkers: 3,
  // Nothing of ours is global, so that files of a worker may share what they import: it costs a second and more each time.
  isolate: false,
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...limits,
          name: 'pure',
          include: ['{protocols,simulator,sdk/src,cli/src,web/src,chaos,bench,deploy}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.{quiet,large}.test.ts'],
        },
      },
      {
        test: {
          ...limits,
          name: 'engines',
          include: ['{sdk/test,cli/test,server,scripts}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.{quiet,large}.test.ts'],
          globalSetup: ['server/test/engines.setup.ts'],
        },
      },
    ],
  },
})
