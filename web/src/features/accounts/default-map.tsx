import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { baseLayersOf } from '../../map/base-layers.ts'
import { useLayerName } from '../../map/use-layer-name.ts'
import { useWebConfig } from '../../session/use-web-config.ts'

interface DefaultMapProps {
  /** Id of a layer; null for the first that the operator offers. */
  value: string | null
  isFixed: boolean
  onChange(layer: string | null): void
}

/** The map that users see until they choose another. Only if there is a choice. */
export function DefaultMap({ value, isFixed, onChange }: DefaultMapProps) {
  const { t } = useTranslation('accounts')
  const config = useWebConfig()
  const nameOf = useLayerName()
  const layers = config ? baseLayersOf(config) : []
  const [first] = layers
  if (!first || layers.length < 2) return undefined
  const offered = layers.map((layer) => ({ value: layer.id, label: nameOf(layer) }))
  return (
    <Select
      label={t('mapLayer')}
      description={t('mapLayerHint')}
      placeholder={t('mapLayerOfOperator', { name: nameOf(first) })}
      data={offered}
      disabled={isFixed}
      clearable
      // A layer that the operator has removed is shown as if none were chosen.
      value={offered.some((one) => one.value === value) ? value : null}
      onChange={onChange}
    />
  )
}
