// Serializes responses by the schemas of the routes: fields that a schema does not name are dropped.

import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import { cacheBySchemas } from './schema-cache.ts'

type BuildSerializer = ReturnType<typeof SerializerSelector>
type Named = Record<string, object>

const build = SerializerSelector()
const once = cacheBySchemas<ReturnType<ReturnType<BuildSerializer>>>()

/** Called by Fastify with the named schemas that routes may reference. */
export const buildSerializer: BuildSerializer = (named, options) => (route) => {
  const schema = route.schema as object
  // The compiler scans every named schema for every response, so it gets only the referenced ones.
  const referenced = listReferenced(schema, named as Named)
  return once([schema, ...Object.values(referenced)], () => build(referenced, options)(route))
}

function listReferenced(schema: object, named: Named): Named {
  const found: Named = {}
  const open = [schema]
  for (let next = open.pop(); next; next = open.pop()) {
    for (const [, id] of JSON.stringify(next).matchAll(/"\$ref":"([^"#]+)/g)) {
      const target = named[id!]
      if (!target || id! in found) continue
      found[id!] = target
      open.push(target)
    }
  }
  return found
}
