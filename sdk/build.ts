// Builds the published package: JavaScript and declarations, since Node does not strip types below node_modules.
// Inside this repository the source is used directly.

import { spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export function buildPackage(dir: string): void {
  rmSync(dir, { recursive: true, force: true })
  const tsc = here('../node_modules/typescript/bin/tsc')
  const args = [tsc, '-p', here('tsconfig.build.json'), '--outDir', dir]
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the client could not be built: ${stdout}`)
  writeFileSync(join(dir, 'package.json'), `${JSON.stringify(describePackage(), null, 2)}\n`)
  copyFileSync(here('README.md'), join(dir, 'README.md'))
  copyFileSync(here('../LICENSE'), join(dir, 'LICENSE'))
}

function describePackage(): object {
  const { name, version, description, license, dependencies } = JSON.parse(
    readFileSync(here('package.json'), 'utf8'),
  )
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    exports: {
      '.': { types: './index.d.ts', default: './index.js' },
      './alert-values': { types: './alert-values.d.ts', default: './alert-values.js' },
      './constants': { types: './api-constants.d.ts', default: './api-constants.js' },
    },
    sideEffects: false,
    engines: { node: '>=20' },
    dependencies,
  }
}

if (import.meta.main) buildPackage(here('dist'))
