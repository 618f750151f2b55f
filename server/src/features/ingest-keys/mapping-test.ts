// The test bench: what a mapping makes of a payload, without storing anything.

import type { Static } from 'typebox'
import type { Context } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { requireWholeAccount } from './ingest-key.api.ts'
import * as queries from './ingest-key.queries.ts'
import type { Mappings } from './mapping.api.ts'
import type { TestBody, TestView } from './mapping.schema.ts'
import type { Mapping } from './mapping.types.ts'
import { checkMapping } from './mapping-evaluation.ts'

const maxShown = 100

export async function testMapping(
  ctx: Pick<Context, 'db'>,
  mappings: Mappings,
  caller: Caller,
  { mapping, payload, query = '', topic = '', isForm = false }: Static<typeof TestBody>,
): Promise<Static<typeof TestView>> {
  requireWholeAccount(caller)
  const faults = checkMapping(mapping as Mapping)
  if (faults.length > 0) return { locations: [], faults }
  const input = { body: payload, query: Object.fromEntries(new URLSearchParams(query)), topic, isForm }
  const result = await mappings.evaluate(caller.accountId, mapping as Mapping, input)
  const shown = result.locations.slice(0, maxShown)
  const identifiers = [...new Set(shown.map(({ identifier }) => identifier))]
  const known = await queries.listKnownIdentifiers(ctx.db.forAccount(caller.accountId), identifiers)
  return {
    locations: shown.map(({ identifier, ...location }) => ({
      identifier,
      isKnown: known.has(identifier),
      location,
    })),
    faults: result.faults,
  }
}
