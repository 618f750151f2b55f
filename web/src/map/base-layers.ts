// The maps that users can choose from: the operator's, streets, providers, and the built-in world.

import type { MapProvider, WebConfig } from '../session/web-config.ts'
import type { BasemapSource } from './basemap/choose-style.ts'

export interface BaseLayer {
  /** Stays the same between visits: the browser remembers it. */
  id: string
  kind: 'operator' | 'streets' | 'provider' | 'built-in'
  /** Of a provider. */
  provider?: MapProvider
  source: BasemapSource
}

/** The first is shown unless the user chooses another. */
export function baseLayersOf({
  basemap,
  maps,
  providers,
}: Pick<WebConfig, 'basemap' | 'maps' | 'providers'>): BaseLayer[] {
  return [
    ...(basemap.type === 'built-in' ? [] : [{ id: 'operator', kind: 'operator' as const, source: basemap }]),
    ...(maps.length > 0
      ? [{ id: 'streets', kind: 'streets' as const, source: { type: 'streets' as const, maps } }]
      : []),
    ...providers.map((provider) => ({
      id: `provider-${provider.id}`,
      kind: 'provider' as const,
      provider,
      source: { type: 'provider' as const, provider },
    })),
    { id: 'built-in', kind: 'built-in', source: { type: 'built-in' } },
  ]
}

/** A layer that the operator has removed is replaced by the first one. */
export function findBaseLayer(layers: BaseLayer[], chosen: string | undefined): BaseLayer {
  return layers.find(({ id }) => id === chosen) ?? layers[0]!
}
