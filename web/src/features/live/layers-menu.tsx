// What is drawn on the map besides the devices, and what the marks mean.

import { ActionIcon, Divider, Popover, Radio, Stack, Switch, Text } from '@mantine/core'
import { IconStack2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Status } from '../../live/fleet.types.ts'
import { ringParts } from '../../live/fleet.types.ts'
import { baseLayersOf, findBaseLayer, overlaysOf } from '../../map/base-layers.ts'
import { useShapeColor } from '../../map/layers/use-shape-color.ts'
import { changeMapChoices, useMapChoices } from '../../map/map-choices.ts'
import { statusColors } from '../../map/status-colors.ts'
import { useLayerName } from '../../map/use-layer-name.ts'
import { useDefaultMapLayer } from '../../session/use-account.ts'
import { useWebConfig } from '../../session/use-web-config.ts'
import { StatusDot } from '../../ui/status-dot.tsx'
import styles from './map-tools.module.css'

const states: Status[] = ['moving', 'idling', 'stopped', 'offline', 'never', 'expired']

export function LayersMenu() {
  const { t } = useTranslation('live')
  const [isOpen, setIsOpen] = useState(false)
  const { names, geofences } = useMapChoices()
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="left-start" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <ActionIcon
          className={styles.tool ?? ''}
          variant="default"
          aria-label={t('tools.layers')}
          title={t('tools.layers')}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconStack2 size={18} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={styles.layers ?? ''}>
        <Stack gap="xs">
          <BaseLayers />
          <Overlays />
          <Switch
            className={styles.choice ?? ''}
            label={t('layers.geofences')}
            checked={geofences}
            onChange={({ currentTarget }) => changeMapChoices({ geofences: currentTarget.checked })}
          />
          <Switch
            className={styles.choice ?? ''}
            label={t('layers.names')}
            checked={names}
            onChange={({ currentTarget }) => changeMapChoices({ names: currentTarget.checked })}
          />
          <Divider />
          <Legend />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Only if there is a choice. */
function BaseLayers() {
  const { t } = useTranslation('live')
  const config = useWebConfig()
  const nameOf = useLayerName()
  const { baseLayer } = useMapChoices()
  const { layer: ofAccount } = useDefaultMapLayer()
  const layers = config ? baseLayersOf(config) : []
  if (layers.length < 2) return undefined
  return (
    <>
      <Radio.Group
        label={t('layers.map')}
        value={findBaseLayer(layers, baseLayer, ofAccount).id}
        onChange={(id) => changeMapChoices({ baseLayer: id })}
      >
        {layers.map((layer) => (
          <Radio
            key={layer.id}
            className={styles.choice ?? ''}
            value={layer.id}
            label={nameOf(layer)}
            mt={6}
          />
        ))}
      </Radio.Group>
      <Divider />
    </>
  )
}

/** What providers draw above any map. */
function Overlays() {
  const { t } = useTranslation('live')
  const config = useWebConfig()
  const { overlays: chosen } = useMapChoices()
  return (config ? overlaysOf(config) : []).map(({ id, shows, name }) => (
    <Switch
      key={id}
      className={styles.choice ?? ''}
      label={t(`layers.overlay.${shows}`, { name })}
      checked={chosen.includes(id)}
      onChange={({ currentTarget }) => {
        const others = chosen.filter((one) => one !== id)
        changeMapChoices({ overlays: currentTarget.checked ? [...others, id] : others })
      }}
    />
  ))
}

function Legend() {
  const { t } = useTranslation('live')
  const shapeColor = useShapeColor()
  return (
    <>
      <Text size="sm" fw={600}>
        {t('layers.legend')}
      </Text>
      <ul className={styles.legend}>
        {states.map((status) => (
          <li key={status}>
            <StatusDot status={status} size={16} />
            {t(`shell:status.${status}`)}
          </li>
        ))}
        <li>
          <ClusterSample />
          {t('layers.cluster')}
        </li>
        <li>
          <svg width={16} height={16} aria-hidden>
            <rect
              x={2}
              y={2}
              width={12}
              height={12}
              fill={shapeColor}
              fillOpacity={0.2}
              stroke={shapeColor}
            />
          </svg>
          {t('layers.geofence')}
        </li>
      </ul>
    </>
  )
}

/** A ring with the four parts. */
function ClusterSample() {
  const length = 2 * Math.PI * 6
  return (
    <svg width={16} height={16} viewBox="-8 -8 16 16" aria-hidden>
      {ringParts.map((part, at) => (
        <circle
          key={part}
          r={6}
          fill="none"
          stroke={statusColors[part]}
          strokeWidth={3}
          strokeDasharray={`${length / 4} ${length}`}
          strokeDashoffset={(-at * length) / 4}
        />
      ))}
    </svg>
  )
}
