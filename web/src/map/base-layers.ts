// The maps that users can choose from: the operator's, streets, pictures, providers, and the built-in world; and overlays.

import type { MapProvider, PictureMap, StreetMap, WebConfig } from '../session/web-config.ts'
import type { BasemapSource } from './basemap/choose-style.ts'

export interface BaseLayer {
  /** Stays the same between visits: browsers and accounts remember it. */
  id: string
  kind: 'operator' | 'streets' | 'pictures' | 'provider' | 'built-in'
  /** Of pictures. */
  name?: string
  /** Of a provider. */
  provider?: MapProvider
  source: BasemapSource
}

const isOverlay = ({ shows }: MapProvider) => shows === 'nautical' || shows === 'terrain'

/** What users can switch on above any map. */
export function overlaysOf({ providers }: Pick<WebConfig, 'providers'>): MapProvider[] {
  return providers.filter(isOverlay)
}

/** The first is shown unless the account or the user chooses another. */
export function baseLayersOf({
  basemap,
  maps,
  providers,
}: Pick<WebConfig, 'basemap' | 'maps' | 'providers'>): BaseLayer[] {
  const streets = maps.filter((map): map is StreetMap => map.schema !== 'pictures')
  const pictures = maps.filter((map): map is PictureMap => map.schema === 'pictures')
  return [
    ...(basemap.type === 'built-in' ? [] : [{ id: 'operator', kind: 'operator' as const, source: basemap }]),
    ...(streets.length > 0
      ? [{ id: 'streets', kind: 'streets' as const, source: { type: 'streets' as const, maps: streets } }]
      : []),
    ...pictures.map((map) => ({
      id: `pictures-${map.name}`,
      kind: 'pictures' as const,
      name: map.name,
      source: { type: 'pictures' as const, map },
    })),
    ...providers
      .filter((provider) => !isOverlay(provider))
      .map((provider) => ({
        id: `provider-${provider.id}`,
        kind: 'provider' as const,
        provider,
        source: { type: 'provider' as const, provider },
      })),
    { id: 'built-in', kind: 'built-in', source: { type: 'built-in' } },
  ]
}

/** The first wanted layer that exists: the operator may have removed it. */
export function findBaseLayer(layers: BaseLayer[], ...wanted: (string | undefined)[]): BaseLayer {
  const [found] = wanted.flatMap((id) => layers.find((layer) => layer.id === id) ?? [])
  return found ?? layers[0]!
}
