// A temporary directory for an experiment.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Also removed if the experiment is interrupted before it calls `remove`. */
export function makeScratch(name: string): { dir: string; remove(): void } {
  const dir = mkdtempSync(join(tmpdir(), `${name}-`))
  const remove = () => rmSync(dir, { recursive: true, force: true })
  process.once('exit', remove)
  return {
    dir,
    remove() {
      process.off('exit', remove)
      remove()
    },
  }
}
