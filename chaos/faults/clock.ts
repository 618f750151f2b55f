// A clock of its own for a process, which can be put forward and back while it runs (libfaketime). What measures durations
// goes on as it was. Programs in Go ask the kernel themselves, so that NATS cannot be deceived.

import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeEnterable } from '../../scripts/services/postgres-home.ts'
import type { Suffering } from './faults.ts'

const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'
/** As when somebody sets summer time by hand. */
const stepSeconds = 3_600

export interface Clock {
  /** What the process must be started with. */
  env: Record<string, string>
  wrong: Suffering
}

export function makeClock(name: string): Clock {
  if (!existsSync(library)) throw new Error(`${library} is not there: apt-get install libfaketime`)
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
