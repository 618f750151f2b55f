// The last release, as it runs beside the current code during an upgrade: its own source, with the current packages.

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Release {
  version: string
  /** Its `rastro` command. */
  main: string
  remove(): void
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const ours = '@rastro'

export const lastRelease: { version: string; commit: string } = JSON.parse(
  readFileSync(join(root, 'releases.json'), 'utf8'),
).at(-1)

/** Undefined if this clone does not contain it, as a shallow one. */
export function unpackRelease(): Release | undefined {
  const { version, commit } = lastRelease
  const archive = spawnSync(
    'git',
    ['archive', commit, 'server', 'protocols', 'simulator', 'sdk', 'cli', 'package.json'],
    {
      cwd: root,
      maxBuffer: 1e9,
    },
  )
  if (archive.status !== 0) return undefined
  const dir = mkdtempSync(join(tmpdir(), 'rastro-release-'))
  const { status, stderr } = spawnSync('tar', ['-x', '-C', dir], { input: archive.stdout })
  if (status !== 0) throw new Error(`release ${version} could not be unpacked: ${stderr}`)
  linkPackages(dir)
  return {
    version,
    main: join(dir, 'server/src/main.ts'),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}

/** All packages are the current ones, except for its own workspaces. */
function linkPackages(dir: string): void {
  const packages = join(root, 'node_modules')
  mkdirSync(join(dir, 'node_modules', ours), { recursive: true })
  for (const name of readdirSync(packages)) {
    if (name !== ours) symlinkSync(join(packages, name), join(dir, 'node_modules', name))
  }
  for (const [name, folder] of [
    ['protocols', 'protocols'],
    ['simulator', 'simulator'],
    ['client', 'sdk'],
    ['cli', 'cli'],
  ] as const) {
    symlinkSync(join(dir, folder), join(dir, 'node_modules', ours, name))
  }
}
