// The menu of a place on the map: by right click, long press, or the menu key on the map.

import { Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCopy, IconExternalLink, IconFocus2, IconPolygon, IconRulerMeasure } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMap } from '../../map/use-map.tsx'
import { useMay } from '../../session/use-me.ts'
import { inBackground } from '../../ui/in-background.ts'
import { useOpenIn } from '../../ui/open-in/open-in-links.tsx'
import { usePlace } from '../../ui/places/use-place.ts'
import { useMapPlace } from './use-map-place.ts'

const geofenceZoom = 14

interface MapMenuProps {
  /** While clicks have another meaning. */
  isOff: boolean
  onMeasure(from: [number, number]): void
}

export function MapMenu({ isOff, onMeasure }: MapMenuProps) {
  const { t } = useTranslation('live')
  const map = useMap()
  const navigate = useNavigate()
  const may = useMay()
  const { place, close } = useMapPlace(isOff)
  if (!map || !place) return null
  const { longitude, latitude, x, y } = place
  const text = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
  const center: [number, number] = [longitude, latitude]
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    notifications.show({ message: t('ui:copied') })
  }
  const draw = () => {
    map.jumpTo({ center, zoom: Math.max(map.getZoom(), geofenceZoom) })
    inBackground(navigate({ to: '/geofences/new', search: { shape: 'circle' } }))
  }
  return (
    <Menu opened onChange={(isOpen) => !isOpen && close()} position="bottom-start" withinPortal returnFocus>
      <Menu.Target>
        <span aria-hidden style={{ position: 'absolute', left: x, top: y }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={t('menu.label')}>
        <PlaceLabel latitude={latitude} longitude={longitude} />
        <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => inBackground(copy())}>
          {t('menu.copy', { coordinates: text })}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFocus2 size={16} />}
          onClick={({ nativeEvent }) => map.easeTo({ center }, { originalEvent: nativeEvent })}
        >
          {t('menu.center')}
        </Menu.Item>
        <Menu.Item leftSection={<IconRulerMeasure size={16} />} onClick={() => onMeasure(center)}>
          {t('menu.measure')}
        </Menu.Item>
        {may('geofences.manage') && (
          <Menu.Item leftSection={<IconPolygon size={16} />} onClick={draw}>
            {t('menu.geofence')}
          </Menu.Item>
        )}
        <OpenIn latitude={latitude} longitude={longitude} />
      </Menu.Dropdown>
    </Menu>
  )
}

function OpenIn({ latitude, longitude }: { latitude: number; longitude: number }) {
  const { t } = useTranslation('live')
  return useOpenIn(latitude, longitude).map(({ target, name, link }) => (
    <Menu.Item key={target} component="a" {...link} leftSection={<IconExternalLink size={16} />}>
      {t('ui:openIn.item', { name })}
    </Menu.Item>
  ))
}

function PlaceLabel({ latitude, longitude }: { latitude: number; longitude: number }) {
  const place = usePlace({ latitude, longitude }, 'details')
  return place && <Menu.Label>{place.name}</Menu.Label>
}
