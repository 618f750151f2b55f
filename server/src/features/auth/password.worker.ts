// Hashes passwords in a separate low-priority thread.

import type { Argon2Parameters } from 'node:crypto'
import { argon2Sync } from 'node:crypto'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

export interface HashRequest {
  id: number
  parameters: Argon2Parameters
}
export interface HashResponse {
  id: number
  tag: Uint8Array
}

/** On a contended core, Linux gives this thread about a tenth of the time: slow, but never starved. */
const niceness = 10

// Only Linux has per-thread priorities; elsewhere this would slow down the whole process.
if (process.platform === 'linux') setPriority(niceness)

parentPort?.on('message', ({ id, parameters }: HashRequest) => {
  const response: HashResponse = { id, tag: argon2Sync('argon2id', parameters) }
  parentPort?.postMessage(response)
})
