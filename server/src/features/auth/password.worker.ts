// Hashes passwords in a separate low-priority thread.

import type { Argon2Parameters } from 'node:crypto'
import { argon2Sync } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { createRest, lowerThreadPriority } from '../../platform/async/thread-priority.ts'

export interface HashRequest {
  id: number
  parameters: Argon2Parameters
}
export interface HashResponse {
  id: number
  tag: Uint8Array
}

lowerThreadPriority()
/** Somebody waits for the next hash at the sign-in page. */
const rest = createRest({ maxRestMs: 100 })

parentPort?.on('message', ({ id, parameters }: HashRequest) => {
  const response: HashResponse = { id, tag: argon2Sync('argon2id', parameters) }
  parentPort?.postMessage(response)
  rest()
})
