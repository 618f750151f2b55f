// A thread that evaluates mappings, one payload at a time. It is ended from outside if one takes too long.

import { parentPort } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import type { Mapping, MappingInput, MappingResult } from './mapping.types.ts'
import type { CompiledMapping } from './mapping-evaluation.ts'
import { compileMapping, evaluateMapping } from './mapping-evaluation.ts'

export interface MappingRequest {
  mapping: Mapping
  input: MappingInput
}
export type MappingMessage = { ready: true } | { result: MappingResult }

const compiled = new LRUCache<string, CompiledMapping>({ max: 200 })

function compile(mapping: Mapping): CompiledMapping {
  const key = JSON.stringify(mapping)
  const found = compiled.get(key) ?? compileMapping(mapping)
  compiled.set(key, found)
  return found
}

function post(message: MappingMessage): void {
  parentPort?.postMessage(message)
}

parentPort?.on('message', ({ mapping, input }: MappingRequest) => {
  post({ result: evaluateMapping(compile(mapping), input) })
})
post({ ready: true })
