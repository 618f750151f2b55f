import { useTranslation } from 'react-i18next'
import type { BaseLayer } from './base-layers.ts'

export function useLayerName(): (layer: BaseLayer) => string {
  const { t } = useTranslation('map')
  return ({ kind, name, provider }) => {
    if (provider) return t(`layers.from.${provider.shows}`, { name: provider.name })
    return t(`layers.${kind}`, { name })
  }
}
