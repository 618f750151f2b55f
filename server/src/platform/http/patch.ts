// PATCH in two formats: JSON Patch (RFC 6902) as an array, merge patch (RFC 7396) as an object. Atomic.

import type { TProperties } from 'typebox'
import { Type } from 'typebox'
import { ConflictError, InvalidError } from './errors.ts'
import type { Operation } from './json-patch.ts'
import { applyPatch } from './json-patch.ts'

const path = Type.String({ maxLength: 500, description: 'JSON Pointer (RFC 6901).' })
const value = Type.Unknown()
// Unknown members of an operation are ignored (RFC 6902, section 4).
const operation = (op: string, more: TProperties) => Type.Object({ op: Type.Literal(op), path, ...more })

export const PatchBody = Type.Union(
  [
    Type.Array(
      Type.Union([
        operation('add', { value }),
        operation('remove', {}),
        operation('replace', { value }),
        operation('move', { from: path }),
        operation('copy', { from: path }),
        operation('test', { value }),
      ]),
      { maxItems: 1_000, description: 'JSON Patch, RFC 6902.' },
    ),
    Type.Object({}, { additionalProperties: true, description: 'Merge patch, RFC 7396.' }),
  ],
  { description: 'A JSON Patch array or a merge patch object.' },
)

export const jsonPatchType = 'application/json-patch+json'
export const mergePatchType = 'application/merge-patch+json'

/** Applies the patch. The caller validates the result against the document's schema. */
export function patched(document: object, patch: unknown): unknown {
  if (!Array.isArray(patch)) return merged(document, patch)
  const result = applyPatch(document, patch as Operation[])
  if (result.kind === 'done') return result.document
  const { index, path, isTest } = result
  if (isTest) {
    throw new ConflictError(
      'patch.test_failed',
      `The test of "${path}" failed: the value differs. Nothing was changed.`,
    )
  }
  const { op } = patch[index] as Operation
  throw new InvalidError('patch.unknown_path', `The operation "${op}" cannot be applied at "${path}".`, {
    details: [{ path: String(index), message: `there is nothing at "${path}" to ${op}` }],
  })
}

/** The algorithm of RFC 7396, section 2. */
export function merged(target: unknown, patch: unknown): unknown {
  if (patch === null || typeof patch !== 'object' || Array.isArray(patch)) return patch
  const isObject = target !== null && typeof target === 'object' && !Array.isArray(target)
  const result: Record<string, unknown> = isObject ? { ...target } : {}
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name]
    else result[name] = merged(result[name], value)
  }
  return result
}
