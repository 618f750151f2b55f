// The package as installed by a user: packed, unpacked below node_modules, and isolated from this repository.

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { buildPackage } from '../build.ts'

export interface Installed {
  /** A project that uses the package. */
  dir: string
  /** The files of the package. */
  files: string[]
  write(file: string, text: string): void
  remove(): void
}

const packages = fileURLToPath(new URL('../../node_modules', import.meta.url))

export function installPackage(): Installed {
  const dir = mkdtempSync(join(tmpdir(), 'rastro-client-'))
  buildPackage(join(dir, 'built'))
  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', dir, join(dir, 'built')]))
  const home = join(dir, 'project/node_modules/@rastro/client')
  mkdirSync(home, { recursive: true })
  run('tar', ['-xzf', join(dir, packed.filename), '-C', home, '--strip-components', '1'])
  // Its one dependency. Linked, so that no network is needed.
  symlinkSync(join(packages, 'openapi-fetch'), join(dir, 'project/node_modules/openapi-fetch'))
  writeFileSync(join(dir, 'project/package.json'), '{ "type": "module" }')
  return {
    dir: join(dir, 'project'),
    files: packed.files.map(({ path }: { path: string }) => path),
    write: (file, text) => writeFileSync(join(dir, 'project', file), text),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}

/** Bundled into one file, as a page loads it. */
export async function bundlePackage({ dir }: Installed): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: dir,
    build: {
      write: false,
      rolldownOptions: {
        input: join(dir, 'node_modules/@rastro/client/index.js'),
        preserveEntrySignatures: 'strict',
      },
    },
  })
  const [{ output }] = [built].flat() as { output: { code: string }[] }[] as [{ output: { code: string }[] }]
  if (output.length !== 1) throw new Error(`${output.length} output files, expected one`)
  return output[0]!.code
}

function run(command: string, args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stdout}${stderr}`)
  return stdout
}
