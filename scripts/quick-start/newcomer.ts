// A temporary user of this machine with an empty home directory.

import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'

export interface Newcomer {
  name: string
  home: string
  uid: number
  own(path: string): void
  /** The user's running processes. */
  processes(): number[]
  remove(): void
}

export function makeNewcomer(): Newcomer {
  const name = `rastro${process.pid}${Date.now() % 1_000}`
  const home = `/var/tmp/${name}`
  execFileSync('useradd', ['--create-home', '--home-dir', home, '--shell', '/bin/bash', name])
  const uid = Number(execFileSync('id', ['-u', name], { encoding: 'utf8' }))
  const processes = () => processesOf(uid)
  return {
    name,
    home,
    uid,
    own: (path) => {
      execFileSync('chown', ['-R', `${name}:`, path])
    },
    processes,
    remove() {
      for (const pid of processes()) process.kill(pid, 'SIGKILL')
      execFileSync('userdel', ['--remove', '--force', name], { stdio: 'ignore' })
    },
  }
}

function processesOf(uid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return statSync(`/proc/${name}`).uid === uid
      } catch {
        return false
      }
    })
    .map(Number)
}
