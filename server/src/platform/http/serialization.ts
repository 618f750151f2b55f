// Writes answers by the routes' schemas: what a schema does not name does not go out.

import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import { onceForSame } from './schema-cache.ts'

type BuildSerializer = ReturnType<typeof SerializerSelector>
type Named = Record<string, object>

const build = SerializerSelector()
const once = onceForSame<ReturnType<ReturnType<BuildSerializer>>>()

/** Called by the HTTP library with the named schemas that routes may point to. */
export const buildSerializer: BuildSerializer = (named, options) => (route) => {
  const schema = route.schema as object
  // Every schema that is handed over is looked through, for every answer: only those that it points to.
  const pointedTo = listPointedTo(schema, named as Named)
  return once([schema, ...Object.values(pointedTo)], () => build(pointedTo, options)(route))
}

function listPointedTo(schema: object, named: Named): Named {
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
