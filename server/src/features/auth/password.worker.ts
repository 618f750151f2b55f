// Hashes passwords in a thread of its own that steps back whenever anything else wants to run.

import type { Argon2Parameters } from 'node:crypto'
import { argon2Sync } from 'node:crypto'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

/** Linux gives this thread about a tenth of a core that somebody else wants too: slow, but never starved. */
const niceness = 10

// Only Linux has a priority for each thread; elsewhere this would slow down the whole process.
if (process.platform === 'linux') setPriority(niceness)

parentPort?.on('message', (parameters: Argon2Parameters) => {
  parentPort?.postMessage(argon2Sync('argon2id', parameters))
})
