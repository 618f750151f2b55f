// npm run dev: services, schema, interface and server of this checkout; the server restarts when a file changes.

import { spawn, spawnSync } from 'node:child_process'
import { buildWeb } from './web/build.ts'

function run(...args: string[]): void {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

run('scripts/services.ts', 'start')
run('--env-file=.services/env', 'server/src/main.ts', 'migrate')
buildWeb()
const server = spawn(
  process.execPath,
  [
    '--env-file=.services/env',
    '--watch-path=server/src',
    '--watch-preserve-output',
    'server/src/main.ts',
    'serve',
  ],
  { stdio: 'inherit' },
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal))
server.on('exit', (code) => process.exit(code ?? 0))
