// Notes on ingest keys what their mappings made of payloads: a sender over MQTT gets no answer that could tell it.

import { LRUCache } from 'lru-cache'
import type { Context } from '../../platform/context.ts'
import { upTo } from '../../platform/lru.ts'
import * as queries from './ingest-key.queries.ts'
import type { AuthenticatedKey } from './ingest-key.types.ts'
import type { MappingFault } from './mapping.types.ts'

const noteEveryMs = 60_000
const maxKeys = 10_000
const maxFaultLength = 300

export interface MappingOutcomes {
  noteReadable(key: AuthenticatedKey): void
  /** Nothing of a payload could be read. */
  noteUnreadable(key: AuthenticatedKey, fault: MappingFault): void
}

/** At most once a minute for each key, in the background. */
export function createMappingOutcomes(ctx: Pick<Context, 'db' | 'log' | 'now'>): MappingOutcomes {
  const readable = new LRUCache<string, true>({ ...upTo(maxKeys), ttl: noteEveryMs })
  const unreadable = new LRUCache<string, true>({ ...upTo(maxKeys), ttl: noteEveryMs })

  function once(noted: LRUCache<string, true>, id: string, write: () => Promise<void>): void {
    if (noted.has(id)) return
    noted.set(id, true)
    write().catch((error) => {
      ctx.log.warn({ err: error, ingestKey: id }, 'outcome of a mapping not recorded')
    })
  }

  return {
    noteReadable({ id, accountId }) {
      once(readable, id, () => queries.markReadable(ctx.db.forAccount(accountId), id, ctx.now()))
    },
    noteUnreadable({ id, accountId }, fault) {
      once(unreadable, id, () =>
        queries.markUnreadable(ctx.db.forAccount(accountId), id, ctx.now(), textOf(fault)),
      )
    },
  }
}

function textOf({ field, message, start }: MappingFault): string {
  const where = start === undefined ? field : `${field}, position ${start + 1}`
  return `${where}: ${message}`.replaceAll('\0', '').slice(0, maxFaultLength).toWellFormed()
}
