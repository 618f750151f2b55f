import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, statSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const web = fileURLToPath(new URL('../../web', import.meta.url))
/** Vitest sets another one, with which React would be built for development. */
const env = { ...process.env, NODE_ENV: 'production' }
const sources = ['src/**/*.*', 'public/**/*.*', 'index.html', 'vite.config.ts', '../sdk/src/*.ts']

/** Builds the interface, unless the build is newer than all its sources. */
export function buildWeb(): void {
  if (isBuilt()) return
  const { status, stdout, stderr } = spawnSync('npx', ['vite', 'build'], { cwd: web, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`the interface could not be built: ${stdout}${stderr}`)
}

/** The same, asynchronously. */
export async function buildWebMeanwhile(): Promise<void> {
  if (isBuilt()) return
  const vite = spawn('npx', ['vite', 'build'], { cwd: web, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = Promise.all([text(vite.stdout), text(vite.stderr)])
  const [status] = await once(vite, 'close')
  if (status !== 0) throw new Error(`the interface could not be built: ${(await output).join('')}`)
}

function isBuilt(): boolean {
  const page = `${web}/dist/index.html`
  const builtMs = existsSync(page) ? statSync(page).mtimeMs : 0
  return globSync(sources, { cwd: web }).every((file) => statSync(`${web}/${file}`).mtimeMs <= builtMs)
}
