// The laws of the house. A law is changed by a decision record, not by an exception here.

const feature = '^server/src/features/([^/]+)/'
const test = '[.]test[.]ts$'
const door = '[.](types|service|events|jobs)[.]ts$'

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Type imports count too: a cycle of types is a cycle of thoughts.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'rooms-have-doors',
      comment: 'Another room is entered only by its types, events, jobs or service.',
      severity: 'error',
      from: { path: feature, pathNot: test },
      to: { path: feature, pathNot: ['^server/src/features/$1/', door] },
    },
    {
      name: 'features-know-no-processes',
      severity: 'error',
      from: { path: '^server/src/(features|platform)/', pathNot: test },
      to: { path: '^server/src/(processes|commands)/' },
    },
    {
      name: 'platform-knows-no-features',
      severity: 'error',
      from: { path: '^server/src/platform/', pathNot: test },
      to: { path: '^server/src/features/' },
    },
    {
      name: 'processes-and-commands-enter-rooms-by-routes-consumers-and-doors',
      severity: 'error',
      from: { path: '^server/src/(processes|commands)/' },
      to: { path: feature, pathNot: [door, '[.](routes|consumer)[.]ts$'] },
    },
    {
      name: 'routes-call-the-service',
      comment: 'Routes and consumers call the service, never the queries.',
      severity: 'error',
      from: { path: '[.](routes|consumer)[.]ts$' },
      to: { path: '[.]queries[.]ts$' },
    },
    {
      name: 'nats-only-in-the-bus',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: [test, '^server/src/platform/bus(-log|-log-reader|-events|-frames|-streams|-state)?[.]ts$'],
      },
      to: { path: 'node_modules/@nats-io/' },
    },
    {
      name: 'mqtt-only-in-the-gateway',
      severity: 'error',
      from: { path: '^server/src/', pathNot: [test, '^server/src/features/gateway/mqtt[.]service[.]ts$'] },
      to: { path: 'node_modules/mqtt/' },
    },
    {
      name: 'figures-and-traces-only-in-the-platform',
      comment: 'A room counts and begins spans; what they become is decided in one place.',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: [test, '^server/src/platform/(metrics|metrics-server|tallies|tracing)[.]ts$'],
      },
      to: { path: 'node_modules/(prom-client|@opentelemetry)/' },
    },
    {
      name: 'driver-only-in-the-platform',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: [test, '^server/src/(platform/(db|statement|primary)|processes/(migrate|compact))[.]ts$'],
      },
      to: { path: 'node_modules/pg/' },
    },
    {
      name: 'tests-stay-in-tests',
      severity: 'error',
      from: { path: '^server/src/', pathNot: '[.]test[.]ts$' },
      to: { path: '^server/test/|[.]test[.]ts$' },
    },
    {
      name: 'protocols-import-nothing',
      comment: 'Bytes in, values out: no package, nothing of ours.',
      severity: 'error',
      from: { path: '^protocols/src/', pathNot: [test, '/testing/'] },
      to: { pathNot: ['^protocols/src/', '^node:'], dependencyTypesNot: ['core'] },
    },
    {
      name: 'simulator-knows-only-protocols',
      severity: 'error',
      from: { path: '^simulator/src/', pathNot: [test, '/testing/'] },
      to: { pathNot: ['^simulator/src/', '^protocols/src/'], dependencyTypesNot: ['core'] },
    },
    {
      name: 'sdk-imports-nothing-of-ours',
      comment: 'It also runs in browsers and in programs that have nothing else of us.',
      severity: 'error',
      from: { path: '^sdk/src/', pathNot: test },
      to: { pathNot: ['^sdk/src/', 'node_modules/openapi-fetch/'] },
    },
    {
      name: 'cli-knows-only-the-sdk',
      comment: 'A customer has it without the server.',
      severity: 'error',
      from: { path: '^cli/src/', pathNot: test },
      to: { path: '^(server|protocols|simulator|web|scripts|bench|chaos)/' },
    },
    {
      name: 'web-knows-only-the-sdk',
      severity: 'error',
      from: { path: '^web/src/', pathNot: test },
      to: { path: '^(server|protocols|simulator|scripts|bench|chaos)/' },
    },
    {
      name: 'views-do-not-know-each-other',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'the-frame-knows-no-view',
      severity: 'error',
      from: { path: '^web/src/(shell|ui|live|map|session|messages)/' },
      to: { path: '^web/src/(features|app)/' },
    },
    {
      name: 'e2e-acts-from-outside',
      comment: 'Browsers, trackers and programs: what they meet is started by the tests of the server.',
      severity: 'error',
      from: { path: '^e2e/' },
      to: { path: '^(server/src|web|protocols|bench|chaos)/' },
    },
    {
      name: 'scripts-know-no-bench',
      comment: 'Benches and experiments stand on scripts: engines, and the form of what a run found.',
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
