// npm run bench -- NAME: measures, prints a table, and ends with one line of JSON.

const benches: Record<string, () => Promise<{ run(args: string[]): Promise<void> }>> = {
  archive: () => import('./archive.ts'),
  accuracy: () => import('./accuracy.ts'),
  'archive-file': () => import('./archive-file.ts'),
  accounts: () => import('./accounts.ts'),
  all: () => import('./all.ts'),
  capacity: () => import('./capacity.ts'),
  cells: () => import('./cells.ts'),
  decode: () => import('./decode.ts'),
  detect: () => import('./detect.ts'),
  ingest: () => import('./ingest.ts'),
  guard: () => import('./guard.ts'),
  growth: () => import('./growth.ts'),
  history: () => import('./history.ts'),
  live: () => import('./live.ts'),
  packing: () => import('./packing.ts'),
  places: () => import('./places.ts'),
  reports: () => import('./reports.ts'),
  resale: () => import('./resale.ts'),
  rules: () => import('./rules.ts'),
  sos: () => import('./sos.ts'),
  trips: () => import('./trips.ts'),
  read: () => import('./read.ts'),
  web: () => import('./web.ts'),
}

const [name = '', ...args] = process.argv.slice(2)
const load = benches[name]
if (load) {
  const { run } = await load()
  await run(args)
} else {
  console.error(`npm run bench -- NAME\n\nKnown: ${Object.keys(benches).join(', ')}`)
  process.exitCode = 2
}
