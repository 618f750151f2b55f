// A directory for the time of an experiment.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** It is also removed where the experiment is interrupted and nobody comes to call `remove`. */
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
