// Checks free disk space on this machine. Disks of other machines are not visible.

import { accessSync, constants, existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import type { Check, Finding } from './doctor.types.ts'
import { fault, inEnvironment, inMb, inShell, manually, ok, shellQuote, warning } from './findings.ts'
import type { Monitor } from './reach.ts'
import { fetchMonitor } from './reach.ts'

const warningShare = 0.15
const warningBytes = 5 * 1024 ** 3
const faultShare = 0.03
const faultBytes = 512 * 1024 ** 2

async function checkDisk(what: string, dir: string, impact: string): Promise<Finding[]> {
  const { bavail, blocks, bsize } = await statfs(dir)
  const [free, all] = [bavail * bsize, blocks * bsize]
  const message = `${what} (${dir}) has ${inMb(free)} of ${inMb(all)} free`
  const advice = [
    inShell(`du -xh ${shellQuote(dir)} | sort -h | tail -20`),
    manually('Free space, or use a larger disk.'),
  ]
  if (free < faultBytes || free / all < faultShare) return fault(message, impact, ...advice)
  if (free < warningBytes && free / all < warningShare) return warning(message, impact, ...advice)
  return ok(message)
}

export const storageChecks: Check[] = [
  {
    id: 'storage.nats',
    group: 'storage',
    about: 'the disk of NATS is nearly full (if it is on this machine)',
    needs: 'monitor',
    async run(ctx) {
      const dir = ((await fetchMonitor(ctx)) as Monitor).jetstream?.config?.store_dir
      if (!dir || !existsSync(dir)) return ok('the NATS store is not on this machine, or not accessible')
      return checkDisk('the NATS store', dir, 'When the disk is full, trackers are not acknowledged.')
    },
  },
  {
    id: 'storage.here',
    group: 'storage',
    about: 'the disk of the working directory is nearly full',
    run: () => checkDisk('the working directory', process.cwd(), 'Logs and upgrades fail.'),
  },
  {
    id: 'storage.temporary',
    group: 'storage',
    about: 'the temporary directory is missing, read-only or full',
    async run() {
      const dir = tmpdir()
      try {
        accessSync(dir, constants.W_OK)
      } catch {
        return fault(
          `the temporary directory ${dir} is not writable`,
          'Operations with temporary files fail.',
          inEnvironment('unset TMPDIR'),
        )
      }
      return checkDisk('the temporary directory', dir, 'Operations with temporary files fail.')
    },
  },
]
