// Derives the schema of a merge patch (RFC 7396) from the schema of the document that it changes.

import type { Node } from './openapi.types.ts'

interface ObjectSchema extends Node {
  properties?: Record<string, Node>
  required?: string[]
  patternProperties?: Record<string, Node>
  additionalProperties?: boolean | Node
  anyOf?: Node[]
}

/** Every member is optional, and null removes one that the document does not require. */
export function mergePatchOf(document: object): Node {
  const { properties = {}, required = [], anyOf, description } = document as ObjectSchema
  if (anyOf) return { anyOf: anyOf.map(mergePatchOf) }
  const isRequired = (name: string) => required.includes(name)
  return {
    type: 'object',
    ...(description !== undefined && { description }),
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [
        name,
        isRequired(name) ? nested(schema) : orNull(nested(schema)),
      ]),
    ),
    additionalProperties: false,
  }
}

function nested(schema: ObjectSchema): Node {
  if (schema.properties) return mergePatchOf(schema)
  if (typeof schema.additionalProperties === 'object') {
    return { ...schema, additionalProperties: orNull(schema.additionalProperties) }
  }
  return schema
}

function orNull(schema: ObjectSchema): Node {
  if (schema.anyOf?.some(({ type }) => type === 'null')) return schema
  const { description, default: _default, ...rest } = schema
  return { anyOf: [rest, { type: 'null' }], ...(description !== undefined && { description }) }
}
