// What devices are called, for whoever reads events: the fleet's names at the start, the others when they are first heard.

import type { Rastro, RastroEvent } from '@rastro/client'

/** A fleet of that size is asked for once; the devices of a larger one as they appear. */
const maxAtOnce = 10_000
const maxRemembered = 50_000

export interface Names {
  of(deviceId: string): Promise<string>
  /** Names change. */
  hear(event: Pick<RastroEvent, 'type' | 'device'> & { data: unknown }): void
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
      // It may be gone already; then it is called what it is.
      const name = await rastro.get('/api/devices/{deviceId}', { path: { deviceId } }).then(
        ({ device }) => device.name,
        () => deviceId,
      )
      keep(deviceId, name)
      return name
    },
    hear({ type, device, data }) {
      const { name } = data as { name?: unknown }
      if (device && type.startsWith('device.') && typeof name === 'string') keep(device, name)
    },
  }
}
