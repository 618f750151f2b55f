// npm run quick-start: follows the README's quick start literally, in a fresh clone as a fresh user, and measures the
// time until a marker moves. Runs twice: with an empty npm cache, and with the cache of the first run. Needs root.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { tableOf } from '@rastro/cli/output'
import { report } from './proof/report.ts'
import { watchMarker } from './quick-start/marker.ts'
import type { Newcomer } from './quick-start/newcomer.ts'
import { makeNewcomer } from './quick-start/newcomer.ts'
import { readSteps } from './quick-start/steps.ts'
import type { Took } from './quick-start/type-steps.ts'
import { typeSteps } from './quick-start/type-steps.ts'

const root = resolve(import.meta.dirname, '..')
const picture = join(root, 'docs/screenshots/quick-start.png')
const maxSeconds = 300

async function measure(cacheDir: string): Promise<{ took: Took[]; seconds: number; leftOver: number }> {
  const newcomer = makeNewcomer()
  try {
    newcomer.own(cacheDir)
    const clone = cloneFor(newcomer)
    const steps = readSteps(readFileSync(join(clone, 'README.md'), 'utf8'))
    const beganMs = performance.now()
    const session = await typeSteps(newcomer, { clone, steps, cacheDir })
    try {
      const address = await session.signIn
      console.log(`  ${((performance.now() - beganMs) / 1_000).toFixed(1)} s: ${address.url} is printed`)
      await watchMarker(address, picture)
      const seconds = (performance.now() - beganMs) / 1_000
      console.log(`  ${seconds.toFixed(1)} s: a marker moved`)
      return { took: session.took, seconds, leftOver: await session.stop() }
    } catch (error) {
      await session.stop()
      throw error
    }
  } finally {
    newcomer.remove()
  }
}

/** Contains only what is committed. */
function cloneFor({ home, own }: Newcomer): string {
  const clone = join(home, 'rastro')
  execFileSync('git', ['-c', 'safe.directory=*', 'clone', '--quiet', '--no-hardlinks', root, clone])
  own(clone)
  return clone
}

if (process.getuid?.() !== 0) {
  console.error('npm run quick-start creates a temporary user and must be run as root.')
  process.exit(2)
}
const cacheDir = mkdtempSync(join(tmpdir(), 'rastro-npm-cache-'))
try {
  console.log('With an empty npm cache:')
  const fresh = await measure(cacheDir)
  console.log('With the npm cache of the first run:')
  const cached = await measure(cacheDir)
  const rows = fresh.took.map(({ line, seconds, note }, at) => {
    const again = cached.took[at]?.seconds
    return [seconds.toFixed(1), again === undefined ? '' : again.toFixed(1), note ?? '', line]
  })
  console.log(`\n${tableOf(['not cached, s', 'cached, s', '', 'line'], rows)}`)
  const figures = {
    'seconds to a moving marker, not cached': fresh.seconds,
    'seconds to a moving marker, cached': cached.seconds,
    'processes left over': fresh.leftOver + cached.leftOver,
  }
  report('quick-start', figures, {
    'seconds to a moving marker, not cached': { atMost: maxSeconds },
    'seconds to a moving marker, cached': { atMost: maxSeconds },
    'processes left over': { atMost: 0 },
  })
} finally {
  rmSync(cacheDir, { recursive: true, force: true })
}
