// Migrations of a fictitious next release: the current ones, and some after them.

import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ours = fileURLToPath(new URL('../migrations', import.meta.url))

export interface NextMigrations {
  directory: URL
  remove(): void
}

export function addMigrations(files: Record<string, string>): NextMigrations {
  const dir = mkdtempSync(join(tmpdir(), 'rastro-migrations-'))
  cpSync(ours, dir, { recursive: true })
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(dir, name), sql)
  return {
    directory: pathToFileURL(`${dir}/`),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}
