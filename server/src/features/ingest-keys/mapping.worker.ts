// A thread that evaluates mappings, one payload at a time. It is ended from outside if one takes too long.

import { parentPort } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import type { Mapping, MappingInput, MappingResult } from './mapping.types.ts'
import type { CompiledMapping } from './mapping-evaluation.ts'
import { checkMapping, compileMapping, evaluateMapping } from './mapping-evaluation.ts'

export interface MappingRequest {
  mapping: Mapping
  input: MappingInput
}
export type MappingMessage = { ready: true } | { result: MappingResult }

const compiled = new LRUCache<string, CompiledMapping>({ max: 200 })

function post(message: MappingMessage): void {
  parentPort?.postMessage(message)
}

/** A stored mapping may use what a newer version of the language does not allow. */
function evaluate({ mapping, input }: MappingRequest): MappingResult {
  const key = JSON.stringify(mapping)
  const known = compiled.get(key)
  if (known) return evaluateMapping(known, input)
  const faults = checkMapping(mapping)
  if (faults.length > 0) return { locations: [], faults }
  const fresh = compileMapping(mapping)
  compiled.set(key, fresh)
  return evaluateMapping(fresh, input)
}

parentPort?.on('message', (request: MappingRequest) => post({ result: evaluate(request) }))
post({ ready: true })
