// An ingest key for any JSON in the demo: its mapping can be tried and changed in the interface.

import { createIngestKey } from '../../features/ingest-keys/ingest-key.api.ts'
import { mappingProtocol } from '../../features/ingest-keys/ingest-key.types.ts'
import type { Tx } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'

export async function createMappingKey(ctx: Tx, caller: Caller): Promise<void> {
  await createIngestKey(ctx, caller, {
    protocol: mappingProtocol,
    name: 'Haulier’s own telematics',
    mapping: {
      items: 'body.vehicles',
      identifier: 'item.plate',
      dateTime: 'item.at',
      latitude: 'item.position.lat',
      longitude: 'item.position.lon',
      speed: 'kmh(item.position.speed)',
      ignition: 'item.engine == "on"',
      attributes: { cargo: 'item.cargo' },
    },
  })
}
