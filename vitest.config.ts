import { defineConfig } from 'vitest/config'
import { isFullLane, isNamed } from './scripts/lane.ts'
import { longTests } from './scripts/lane-files.ts'

const exclude = [
  '**/node_modules/**',
  '**/*.{quiet,large,install}.test.ts',
  ...(isFullLane || isNamed ? [] : longTests),
  ...(isFullLane ? [] : ['**/*.full.test.ts']),
]

/** Parts of the server that need no services. */
const pureServer =
  'server/src/{features/{trips/detection,fuel/detection,reports/formats,archive/file},platform/objects}'

const common = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // Generous, because it is only waited out where a test fails anyway.
  expect: { poll: { timeout: 30_000 } },
  // A bound on time can be missed on a busy machine. Only what misses it three times in a row is slow.
  retry: { count: 2, condition: /to be less than/ },
  pool: 'forks' as const,
  maxWorkers: 3,
  // Files of a worker share their imports, which takes a second and more per file. Nothing in the product is global.
  isolate: false,
  exclude,
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...common,
          name: 'pure',
          include: [
            '{protocols,simulator,sdk/src,cli/src,web/src,chaos,bench,deploy}/**/*.test.ts',
            `${pureServer}/**/*.test.ts`,
          ],
        },
      },
      {
        test: {
          ...common,
          name: 'services',
          include: ['{sdk/test,cli/test,server,scripts}/**/*.test.ts'],
          exclude: [...exclude, `${pureServer}/**`],
          globalSetup: ['server/test/services.setup.ts'],
        },
      },
    ],
  },
})
