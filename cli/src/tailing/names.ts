// The names of devices for printed events: loaded for the whole fleet at the start, for others at their first event.

import type { Rastro, RastroEvent } from '@rastro/client'

/** Larger fleets are not loaded at once; their devices are loaded as they appear. */
const maxAtOnce = 10_000
const maxRemembered = 50_000

export interface Names {
  of(deviceId: string): Promise<string>
  /** Takes a new name from an event. */
  update(event: Pick<RastroEvent, 'type' | 'deviceId'> & { data: unknown }): void
}

export async function createNames(rastro: Rastro): Promise<Names> {
  const names = new Map<string, string>()
  const keep = (deviceId: string, name: string) => {
    names.delete(deviceId)
    names.set(deviceId, name)
    if (names.size > maxRemembered) names.delete(names.keys().next().value!)
  }
  const { devices } = await rastro.get('/api/fleet', { query: { limit: maxAtOnce } })
  for (const [id, name] of devices as unknown as [string, string][]) keep(id, name)

  return {
    async of(deviceId) {
      const known = names.get(deviceId)
      if (known !== undefined) return known
      // A deleted device has no name; its id is shown.
      const name = await rastro.get('/api/devices/{deviceId}', { path: { deviceId } }).then(
        ({ device }) => device.name,
        () => deviceId,
      )
      keep(deviceId, name)
      return name
    },
    update({ type, deviceId, data }) {
      const { name } = data as { name?: unknown }
      if (deviceId && type.startsWith('device.') && typeof name === 'string') keep(deviceId, name)
    },
  }
}
