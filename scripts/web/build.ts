import { spawnSync } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const web = fileURLToPath(new URL('../../web', import.meta.url))
const sources = ['src/**/*.*', 'public/**/*.*', 'index.html', 'vite.config.ts', '../sdk/src/*.ts']

/** Builds the interface, unless what is there is newer than all it is made of. */
export function buildWeb(): void {
  const page = `${web}/dist/index.html`
  const builtMs = existsSync(page) ? statSync(page).mtimeMs : 0
  if (globSync(sources, { cwd: web }).every((file) => statSync(`${web}/${file}`).mtimeMs <= builtMs)) return
  const { status, stdout, stderr } = spawnSync('npx', ['vite', 'build'], { cwd: web, encoding: 'utf8' })
  if (status !== 0) throw new Error(`the interface could not be built: ${stdout}${stderr}`)
}
