// Whether there is room where things are written on this machine. Disks of other machines are not seen from here.

import { accessSync, constants, existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import type { Check, Finding } from './doctor.types.ts'
import { byPerson, fault, inEnvironment, inMb, inShell, ok, quoted, warning } from './findings.ts'
import type { Monitor } from './reach.ts'
import { askMonitor } from './reach.ts'

const lowShare = 0.15
const lowBytes = 5 * 1024 ** 3
const outShare = 0.03
const outBytes = 512 * 1024 ** 2

async function judgeRoom(what: string, dir: string, follows: string): Promise<Finding[]> {
  const { bavail, blocks, bsize } = await statfs(dir)
  const [free, all] = [bavail * bsize, blocks * bsize]
  const found = `${what} (${dir}) has ${inMb(free)} of ${inMb(all)} free`
  const advice = [
    inShell(`du -xh ${quoted(dir)} | sort -h | tail -20`),
    byPerson('Make room, or a larger disk.'),
  ]
  if (free < outBytes || free / all < outShare) return fault(found, follows, ...advice)
  if (free < lowBytes && free / all < lowShare) return warning(found, follows, ...advice)
  return ok(found)
}

export const storageChecks: Check[] = [
  {
    id: 'storage.nats',
    group: 'storage',
    about: 'the disk of NATS is nearly full (where it is on this machine)',
    needs: 'monitor',
    async look(patient) {
      const dir = ((await askMonitor(patient)) as Monitor).jetstream?.config?.store_dir
      if (!dir || !existsSync(dir)) return ok('the store of NATS is not on this machine, or not ours to see')
      return judgeRoom(
        'the store of NATS',
        dir,
        'A full disk takes nothing more: trackers are not acknowledged.',
      )
    },
  },
  {
    id: 'storage.here',
    group: 'storage',
    about: 'the disk we run on is nearly full',
    look: () => judgeRoom('the disk of this directory', process.cwd(), 'Logs and updates have no room.'),
  },
  {
    id: 'storage.temporary',
    group: 'storage',
    about: 'the directory for temporary files is missing, read-only or full',
    async look() {
      const dir = tmpdir()
      try {
        accessSync(dir, constants.W_OK)
      } catch {
        return fault(
          `nothing can be written to ${dir}, where temporary files go`,
          'Whatever needs such a file fails.',
          inEnvironment('unset TMPDIR'),
        )
      }
      return judgeRoom('the directory for temporary files', dir, 'Whatever needs such a file fails.')
    },
  },
]
