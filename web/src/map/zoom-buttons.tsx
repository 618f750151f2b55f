import { ActionIcon } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import type { Map as MapLibre } from 'maplibre-gl'
import { useTranslation } from 'react-i18next'
import styles from './map-canvas.module.css'

/** The library's own buttons cannot change their language. */
export function ZoomButtons({ map }: { map: MapLibre | undefined }) {
  const { t } = useTranslation('map')
  return (
    <ActionIcon.Group orientation="vertical" className={styles.zoom ?? ''}>
      <ActionIcon
        className={styles.button ?? ''}
        variant="default"
        aria-label={t('zoomIn')}
        title={t('zoomIn')}
        onClick={({ nativeEvent }) => map?.zoomIn({}, { originalEvent: nativeEvent })}
      >
        <IconPlus size={18} />
      </ActionIcon>
      <ActionIcon
        className={styles.button ?? ''}
        variant="default"
        aria-label={t('zoomOut')}
        title={t('zoomOut')}
        onClick={({ nativeEvent }) => map?.zoomOut({}, { originalEvent: nativeEvent })}
      >
        <IconMinus size={18} />
      </ActionIcon>
    </ActionIcon.Group>
  )
}
