// The dependency rules. Change a rule with a decision record, not with an exception here.

const feature = '^server/src/features/([^/]+)/'
const test = '[.]test[.]ts$'
const publicFile = '[.](api|types|events|jobs)[.]ts$'

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Type imports count too.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'features-import-public-files',
      comment: 'A feature imports only x.api.ts, x.types.ts, x.events.ts and x.jobs.ts of another feature.',
      severity: 'error',
      from: { path: feature, pathNot: test },
      to: { path: feature, pathNot: ['^server/src/features/$1/', publicFile] },
    },
    {
      name: 'features-do-not-import-roles',
      severity: 'error',
      from: { path: '^server/src/(features|platform)/', pathNot: test },
      to: { path: '^server/src/(roles|operations|commands)/' },
    },
    {
      name: 'platform-does-not-import-features',
      severity: 'error',
      from: { path: '^server/src/platform/', pathNot: test },
      to: { path: '^server/src/features/' },
    },
    {
      name: 'roles-import-public-files-routes-and-consumers',
      severity: 'error',
      from: { path: '^server/src/(roles|operations|commands)/', pathNot: test },
      to: { path: feature, pathNot: [publicFile, '[.](routes|consumer)[.]ts$'] },
    },
    {
      name: 'routes-do-not-import-queries',
      severity: 'error',
      from: { path: '[.](routes|consumer)[.]ts$' },
      to: { path: '[.]queries[.]ts$' },
    },
    {
      name: 'trackers-and-alerts-do-not-geocode',
      comment: 'A geocoder of somebody else may be slow. Place names are computed without one.',
      severity: 'error',
      from: {
        path: '^server/src/features/(alerts|gateway|notifications|recorder|trips)/',
        pathNot: [test, '[.]routes[.]ts$'],
      },
      to: { path: '^server/src/features/geocoding/', reachable: true },
    },
    {
      name: 'nats-only-in-the-bus',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: [test, '^server/src/platform/bus/'],
      },
      to: { path: 'node_modules/@nats-io/' },
    },
    {
      name: 'brokers-only-in-gateway-and-webhooks',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: [
          test,
          '^server/src/features/gateway/mqtt[.]api[.]ts$',
          '^server/src/features/webhooks/brokers/(mqtt|amqp)-connection[.]ts$',
        ],
      },
      to: { path: 'node_modules/(mqtt|amqplib)/' },
    },
    {
      name: 'webauthn-library-in-one-file',
      severity: 'error',
      from: { path: '^server/src/', pathNot: [test, '^server/src/features/auth/factors/webauthn[.]ts$'] },
      to: { path: 'node_modules/@simplewebauthn/' },
    },
    {
      name: 'metrics-libraries-only-in-observability',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: [test, '^server/src/platform/observability/'],
      },
      to: { path: 'node_modules/(prom-client|@opentelemetry)/' },
    },
    {
      name: 'pg-only-in-the-database-layer',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: [
          test,
          '^server/src/(platform/db/(db|statement|primary)|operations/(migrate|compact)/[^/]+)[.]ts$',
        ],
      },
      to: { path: 'node_modules/pg/' },
    },
    {
      name: 'only-tests-import-tests',
      severity: 'error',
      from: { path: '^server/src/', pathNot: '[.]test[.]ts$' },
      to: { path: '^server/test/|[.]test[.]ts$' },
    },
    {
      name: 'protocols-import-nothing',
      comment: 'Pure functions: bytes in, values out.',
      severity: 'error',
      from: { path: '^protocols/src/', pathNot: [test, '/testing/'] },
      to: { pathNot: ['^protocols/src/', '^node:'], dependencyTypesNot: ['core'] },
    },
    {
      name: 'simulator-imports-only-protocols',
      severity: 'error',
      from: { path: '^simulator/src/', pathNot: [test, '/testing/'] },
      to: { pathNot: ['^simulator/src/', '^protocols/src/'], dependencyTypesNot: ['core'] },
    },
    {
      name: 'sdk-imports-nothing-of-ours',
      comment: 'It also runs in browsers and is published on its own.',
      severity: 'error',
      from: { path: '^sdk/src/', pathNot: test },
      to: { pathNot: ['^sdk/src/', 'node_modules/openapi-fetch/'] },
    },
    {
      name: 'cli-imports-only-the-sdk',
      comment: 'Customers install it without the server.',
      severity: 'error',
      from: { path: '^cli/src/', pathNot: test },
      to: { path: '^(server|protocols|simulator|web|scripts|bench|chaos)/' },
    },
    {
      name: 'web-imports-only-the-sdk',
      severity: 'error',
      from: { path: '^web/src/', pathNot: test },
      to: { path: '^(server|protocols|simulator|scripts|bench|chaos)/' },
    },
    {
      name: 'views-do-not-import-each-other',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'shell-does-not-import-views',
      severity: 'error',
      from: { path: '^web/src/(shell|ui|live|map|session|messages)/' },
      to: { path: '^web/src/(features|app)/' },
    },
    {
      name: 'e2e-imports-no-product-code',
      comment: 'These tests act from outside, as browsers, trackers and API clients.',
      severity: 'error',
      from: { path: '^e2e/' },
      to: { path: '^(server/src|web|protocols|bench|chaos)/' },
    },
    {
      name: 'scripts-do-not-import-bench',
      comment: 'bench and chaos depend on scripts, not the other way round.',
      severity: 'error',
      from: { path: '^scripts/' },
      to: { path: '^(bench|chaos)/' },
    },
    {
      name: 'nothing-imports-e2e',
      severity: 'error',
      from: { pathNot: '^e2e/' },
      to: { path: '^e2e/' },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, path: '^server/src/', pathNot: '[.](test|d)[.]ts$' },
      to: {},
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['node_modules', '[.]json$'] },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
