// The request body of a geofence, and the mapping of server faults to fields.

import type { Geofence } from '@rastro/client'
import { RastroError } from '@rastro/client'
import type { Shape } from '../../live/shape.ts'
import { rastro } from '../../session/session.ts'

export interface About {
  name: string
  description: string
  /** `name: value`, or a name alone. */
  tags: string[]
  /** Null: the default. */
  color: string | null
}

export interface Faults {
  name?: string
  description?: string
  tags?: string
  color?: string
  radius?: string
  geometry?: string
}

export function saveGeofence(id: string | undefined, about: About, shape: Shape): Promise<Geofence> {
  const body = {
    name: about.name.trim(),
    description: about.description.trim() || null,
    tags: toTags(about.tags),
    color: about.color,
    geometry: shape.geometry as unknown as Geofence['geometry'],
    radius: shape.radiusM,
  }
  return id
    ? rastro.put('/api/geofences/{geofenceId}', { path: { geofenceId: id }, body })
    : rastro.post('/api/geofences', { body })
}

/** The server's messages by field; undefined if none belongs to a field. */
export function faultsOf(error: unknown): Faults | undefined {
  if (!(error instanceof RastroError)) return undefined
  if (error.code === 'geofences.name_taken') return { name: error.message }
  const faults: Faults = {}
  for (const { path, message } of error.details) {
    const [field] = path.split('.') as [keyof Faults]
    if (!['name', 'description', 'tags', 'color', 'radius', 'geometry'].includes(field)) return undefined
    faults[field] ??= `${path} ${message}.`
  }
  return Object.keys(faults).length > 0 ? faults : undefined
}

export function toTags(written: string[]): Record<string, string> {
  return Object.fromEntries(
    written.map((tag) => {
      const [name = '', ...value] = tag.split(':')
      return [name.trim(), value.join(':').trim()]
    }),
  )
}

export function fromTags(tags: Record<string, string>): string[] {
  return Object.entries(tags).map(([name, value]) => (value ? `${name}: ${value}` : name))
}
