// A place that was searched for: a pin on the map, and what can be done there.

import { ActionIcon, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconPolygon, IconX } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { Marker } from 'maplibre-gl'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useMap } from '../../map/use-map.tsx'
import { useMay } from '../../session/use-me.ts'
import { CopyIcon } from '../../ui/copy-icon.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { useAddress } from '../../ui/places/use-address.ts'
import { usePlace } from '../../ui/places/use-place.ts'
import { NearDevices } from './near-devices.tsx'
import styles from './place-pin.module.css'
import { parsePlace } from './place-search.ts'

const geofenceZoom = 14
const pinColor = '#c2410c'
const phoneOffsetPx = 90

interface PlacePinProps {
  /** latitude,longitude,zoom */
  place: string
  onPick(id: string): void
  onClose(): void
}

export function PlacePin({ place, onPick, onClose }: PlacePinProps) {
  const { t } = useTranslation('live')
  const map = useMap()
  const navigate = useNavigate()
  const may = useMay()
  const point = parsePlace(place)
  const named = usePlace(point ?? {}, 'details')

  useEffect(() => {
    const at = parsePlace(place)
    if (!map || !at) return
    const center: [number, number] = [at.longitude, at.latitude]
    const pin = new Marker({ color: pinColor }).setLngLat(center).addTo(map)
    // On a phone the card covers the middle of what the list leaves of the map.
    const isPhone = matchMedia('(max-width: 700px)').matches
    map.flyTo({ center, zoom: at.zoom, offset: [0, isPhone ? phoneOffsetPx : 0] })
    return () => {
      pin.remove()
    }
  }, [map, place])

  if (!map || !point) return null
  const coordinates = `${point.latitude.toFixed(5)}, ${point.longitude.toFixed(5)}`
  const draw = () => {
    map.jumpTo({ center: [point.longitude, point.latitude], zoom: Math.max(map.getZoom(), geofenceZoom) })
    inBackground(navigate({ to: '/geofences/new', search: { shape: 'circle' } }))
  }
  return (
    <Paper withBorder radius="lg" className={styles.card} role="group" aria-label={t('place.label')}>
      <Stack gap={6}>
        <Group wrap="nowrap" justify="space-between" align="flex-start">
          <Text fw={600} size="sm" role="status">
            {named?.name ?? coordinates}
          </Text>
          <ActionIcon variant="subtle" color="gray" aria-label={t('place.close')} onClick={onClose}>
            <IconX size={16} />
          </ActionIcon>
        </Group>
        <PinAddress key={place} latitude={point.latitude} longitude={point.longitude} />
        <Text size="xs" c="dimmed">
          {coordinates}
          <CopyIcon text={coordinates} what={t('card.coordinates')} />
        </Text>
        <NearDevices latitude={point.latitude} longitude={point.longitude} onPick={onPick} />
        {may('geofences.manage') && (
          <Button size="xs" variant="default" leftSection={<IconPolygon size={14} />} onClick={draw}>
            {t('menu.geofence')}
          </Button>
        )}
      </Stack>
    </Paper>
  )
}

function PinAddress(at: { latitude: number; longitude: number }) {
  const { text } = useAddress(at)
  return text && <Text size="sm">{text}</Text>
}
