// Hashes passwords in a separate low-priority thread.

import type { Argon2Parameters } from 'node:crypto'
import { argon2Sync } from 'node:crypto'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

/** On a contended core, Linux gives this thread about a tenth of the time: slow, but never starved. */
const niceness = 10

// Only Linux has per-thread priorities; elsewhere this would slow down the whole process.
if (process.platform === 'linux') setPriority(niceness)

parentPort?.on('message', (parameters: Argon2Parameters) => {
  parentPort?.postMessage(argon2Sync('argon2id', parameters))
})
