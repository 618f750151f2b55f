// The registered maps as a process serves them: read again after a moment, so that all processes of a machine agree.

import type { MapFile } from './map.types.ts'
import type { MapContext, Registry } from './registry.api.ts'
import { readRegistry, removeFormer } from './registry.api.ts'

const rereadMs = 2_000
const removeFormerEveryMs = 3_600_000

export interface RegisteredMaps {
  list(): Promise<MapFile[]>
  /** Also one that was replaced lately. */
  find(file: string): Promise<MapFile | undefined>
}

export function createRegisteredMaps(ctx: MapContext): RegisteredMaps {
  let readAt = Number.NEGATIVE_INFINITY
  let removedAt = Number.NEGATIVE_INFINITY
  let reading: Promise<Registry> = Promise.resolve({ maps: [], former: [], faults: [] })
  const read = () => {
    const now = performance.now()
    if (now - removedAt > removeFormerEveryMs) {
      removedAt = now
      // The directory may be read-only here: then `rastro map add` deletes them.
      removeFormer(ctx).catch(() => {})
    }
    if (now - readAt > rereadMs) {
      readAt = now
      reading = readRegistry(ctx)
    }
    return reading
  }
  return {
    list: async () => (await read()).maps,
    async find(name) {
      const { maps, former } = await read()
      return [...maps, ...former].find(({ file }) => file === name)
    },
  }
}
