// A private clock for a process, which can be moved forward and back while it runs (libfaketime). Monotonic time is
// unaffected. Go programs bypass libc, so the clock of NATS cannot be changed.

import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeEnterable } from '../../scripts/services/postgres-home.ts'
import type { FaultHandle } from './faults.ts'

const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'
/** One hour, as a manual switch to summer time. */
const stepSeconds = 3_600

export interface Clock {
  /** Environment that the process must be started with. */
  env: Record<string, string>
  wrong: FaultHandle
}

export function makeClock(name: string): Clock {
  if (!existsSync(library)) throw new Error(`${library} is missing: run apt-get install libfaketime`)
  const dir = mkdtempSync(join(tmpdir(), `rastro-clock-${name}-`))
  makeEnterable(dir)
  const file = join(dir, 'offset')
  const set = async (offset: string) => writeFileSync(file, `${offset}\n`)
  writeFileSync(file, '+0\n')
  return {
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    wrong: {
      begin: (random) => set(`${random.next() < 0.5 ? '+' : '-'}${stepSeconds}`),
      end: () => set('+0'),
    },
  }
}
