// A small private disk for a service, which can be filled to the last byte and slowed down to a few writes a second.

import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeEnterable } from '../../scripts/services/postgres-home.ts'
import { childrenOf, identify } from '../../scripts/services/processes.ts'
import { cgroupOf } from '../installation/sealed.ts'
import type { FaultHandle } from './faults.ts'

const slowest = { writesPerSecond: 20, bytesPerSecond: 500_000 }

export interface Disk {
  /** Its mount point. */
  path: string
  /** `recover` is the operator's repair once there is space again. */
  fullDisk(recover?: () => Promise<void>): FaultHandle
  /** For this process and its children. */
  slowDisk(pid: () => number | undefined): FaultHandle
  usedMb(): number
}

/** The mount ends with the experiment's namespace, and the loop device with the mount. */
export function makeDisk(name: string, sizeMb: number): Disk {
  const dir = mkdtempSync(join(tmpdir(), `rastro-disk-${name}-`))
  const [image, path] = [join(dir, 'image'), join(dir, 'disk')]
  mkdirSync(path)
  execFileSync('truncate', ['--size', `${sizeMb}M`, image])
  execFileSync('mkfs.ext4', ['-q', '-m', '0', '-F', image])
  execFileSync('mount', ['-o', 'loop,noatime', image, path])
  for (const one of [dir, path]) makeEnterable(one)
  const filler = join(path, 'filler')
  const group = cgroupOf('blkio', name)
  return {
    path,
    fullDisk: (recover) => ({
      begin: async () => fill(path, filler),
      async end() {
        rmSync(filler, { force: true })
        await recover?.()
      },
    }),
    slowDisk: (pid) => ({
      async begin() {
        mkdirSync(group, { recursive: true })
        const device = deviceOf(path)
        writeFileSync(join(group, 'blkio.throttle.write_iops_device'), `${device} ${slowest.writesPerSecond}`)
        writeFileSync(join(group, 'blkio.throttle.write_bps_device'), `${device} ${slowest.bytesPerSecond}`)
        moveTo(group, familyOf(pid()))
      },
      async end() {
        moveTo(join(group, '..'), readPids(group))
        rmdirSync(group)
      },
    }),
    usedMb: () => {
      const { blocks, bavail, bsize } = statfsSync(path)
      return Math.round(((blocks - bavail) * bsize) / 1024 ** 2)
    },
  }
}

/** In ever smaller pieces, because the metadata of the file needs space too. */
function fill(path: string, filler: string): void {
  for (;;) {
    const { bavail, bsize } = statfsSync(path)
    if (bavail === 0) return
    const size = existsSync(filler) ? statSync(filler).size : 0
    try {
      execFileSync('fallocate', ['--offset', String(size), '--length', String(bavail * bsize), filler], {
        stdio: 'ignore',
      })
    } catch {
      try {
        appendFileSync(filler, Buffer.alloc(bsize))
      } catch {
        return
      }
    }
  }
}

function deviceOf(path: string): string {
  const { dev } = statSync(path)
  return `${(dev >> 8) & 0xfff}:${(dev & 0xff) | ((dev >> 12) & 0xfff00)}`
}

function familyOf(pid: number | undefined): number[] {
  const parent = pid === undefined ? undefined : identify(pid)
  return parent ? [parent, ...childrenOf(parent)].map((one) => one.pid) : []
}

function readPids(group: string): number[] {
  return readFileSync(join(group, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean).map(Number)
}

/** Ignores processes that exited meanwhile. */
function moveTo(group: string, pids: number[]): void {
  for (const pid of pids) {
    try {
      writeFileSync(join(group, 'cgroup.procs'), String(pid))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}
