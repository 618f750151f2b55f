// A thread that decodes row groups and selects rows from them, one request at a time.

import { parentPort } from 'node:worker_threads'
import type { SelectOutcome, SelectRequest, SelectResponse } from './archive-worker.types.ts'
import { DamagedFileError } from './damaged-file.ts'
import { createGroupCache } from './group-cache.ts'
import { selectFromGroups } from './select-from-groups.ts'

const maxCacheBytes = 64_000_000
const cache = createGroupCache(maxCacheBytes)

function select(request: SelectRequest): SelectOutcome {
  try {
    return selectFromGroups(cache, request)
  } catch (error) {
    return { kind: 'failed', isDamaged: error instanceof DamagedFileError, reason: String(error) }
  }
}

parentPort!.on('message', (request: SelectRequest) => {
  const response: SelectResponse = { id: request.id, outcome: select(request) }
  parentPort!.postMessage(response, buffersOf(response))
})

/** They are moved, not copied. */
function buffersOf({ outcome }: SelectResponse): ArrayBuffer[] {
  if (outcome.kind !== 'selected') return []
  const elements = Object.values(outcome.selected.columns).filter((one) => typeof one !== 'number')
  return elements.map(({ buffer }) => buffer as ArrayBuffer)
}
