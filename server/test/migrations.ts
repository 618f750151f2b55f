// Migrations of other releases: those before a number, or the current ones and some after them.

import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
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

/** The migrations of an older release, which had none from `number` on. */
export function migrationsBefore(number: string): NextMigrations {
  const older = addMigrations({})
  for (const name of readdirSync(older.directory)) if (name >= number) rmSync(new URL(name, older.directory))
  return older
}
