// npm run docs: builds docs/ into the site served at /docs. `npm run docs -- dev` shows a live preview.

import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const docs = fileURLToPath(new URL('../../docs', import.meta.url))

function run(command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, { cwd: docs, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

const installed = `${docs}/node_modules/.package-lock.json`
const isInstalled =
  existsSync(installed) && statSync(installed).mtimeMs >= statSync(`${docs}/package-lock.json`).mtimeMs
if (!isInstalled) run('npm', 'ci', '--no-audit', '--no-fund')
run(`${docs}/node_modules/.bin/vitepress`, process.argv[2] ?? 'build')
