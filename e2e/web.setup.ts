// Before all browser tests: the interface as it is built for people, and one Chromium for all of them.

import { spawnSync } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { launchBrowser } from './browser.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the browser is told what to do. */
    browser: string
  }
}

const web = fileURLToPath(new URL('../web', import.meta.url))

export function buildWeb(): void {
  const page = `${web}/dist/index.html`
  const sources = globSync(
    ['src/**/*.*', 'public/**/*.*', 'index.html', 'vite.config.ts', '../sdk/src/*.ts'],
    { cwd: web },
  )
  const isFresh =
    existsSync(page) && sources.every((file) => statSync(`${web}/${file}`).mtimeMs <= statSync(page).mtimeMs)
  if (isFresh) return
  const { status, stdout, stderr } = spawnSync('npx', ['vite', 'build'], { cwd: web, encoding: 'utf8' })
  if (status !== 0) throw new Error(`the interface could not be built: ${stdout}${stderr}`)
}

// biome-ignore lint/style/noDefaultExport: Vitest asks for it.
export default async function setup({ provide }: TestProject) {
  buildWeb()
  const browser = await launchBrowser()
  provide('browser', browser.wsEndpoint())
  return () => browser.close()
}
