// The registered maps as a process serves them: read again after a moment, so that all processes of a machine agree.

import type { MapFile } from './map.types.ts'
import type { MapContext } from './registry.api.ts'
import { listMaps } from './registry.api.ts'

const rereadMs = 2_000

export type RegisteredMaps = () => Promise<MapFile[]>

export function createRegisteredMaps(ctx: MapContext): RegisteredMaps {
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<MapFile[]> = Promise.resolve([])
  return () => {
    const now = performance.now()
    if (now - readAt > rereadMs) {
      readAt = now
      reading = listMaps(ctx)
    }
    return reading
  }
}
