// Measures distances on the map: each click adds a point. The middle of the map can be added by keyboard.

import { ActionIcon, Button, Group, Paper, Text } from '@mantine/core'
import { IconArrowBackUp, IconPlus, IconX } from '@tabler/icons-react'
import type { MapMouseEvent } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMap } from '../../map/use-map.tsx'
import { usePreferences } from '../../session/preferences.ts'
import { useFormat } from '../../ui/use-format.ts'
import type { Point } from './measure.ts'
import { distancesAlong } from './measure.ts'
import styles from './ruler.module.css'
import { RulerLayer } from './ruler-layer.tsx'

interface RulerProps {
  from: Point | undefined
  onClose(): void
}

export function Ruler({ from, onClose }: RulerProps) {
  const { t } = useTranslation('live')
  const format = useFormat()
  const map = useMap()
  const [points, setPoints] = useState<Point[]>(from ? [from] : [])
  const { units } = usePreferences()
  const labels = distancesAlong(points).map((metres) =>
    units === 'metric' && metres < 1_000
      ? format.number(metres, { style: 'unit', unit: 'meter', maximumFractionDigits: 0 })
      : format.distance(metres),
  )

  useEffect(() => {
    if (!map) return
    const canvas = map.getCanvas()
    const add = ({ lngLat }: MapMouseEvent) => setPoints((before) => [...before, [lngLat.lng, lngLat.lat]])
    map.on('click', add)
    map.doubleClickZoom.disable()
    canvas.style.cursor = 'crosshair'
    return () => {
      map.off('click', add)
      map.doubleClickZoom.enable()
      canvas.style.cursor = ''
    }
  }, [map])

  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // Before the shortcuts of the view: the device stays selected.
      event.stopImmediatePropagation()
      onClose()
    }
    addEventListener('keydown', close, { capture: true })
    return () => removeEventListener('keydown', close, { capture: true })
  }, [onClose])

  const addMiddle = () => {
    if (!map) return
    const { lng, lat } = map.getCenter()
    setPoints((before) => [...before, [lng, lat]])
  }
  return (
    <>
      <RulerLayer points={points} labels={labels} />
      <Paper withBorder radius="lg" className={styles.ruler} role="group" aria-label={t('tools.ruler')}>
        <Text size="sm" role="status">
          {points.length < 2 ? t('ruler.hint') : t('ruler.total', { distance: labels.at(-1) })}
        </Text>
        <Group gap={6} wrap="nowrap">
          <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={addMiddle}>
            {t('ruler.addMiddle')}
          </Button>
          <ActionIcon
            className={styles.tool ?? ''}
            variant="default"
            aria-label={t('ruler.undo')}
            title={t('ruler.undo')}
            disabled={points.length === 0}
            onClick={() => setPoints((before) => before.slice(0, -1))}
          >
            <IconArrowBackUp size={16} />
          </ActionIcon>
          <ActionIcon
            className={styles.tool ?? ''}
            variant="default"
            aria-label={t('ruler.close')}
            title={t('ruler.close')}
            onClick={onClose}
          >
            <IconX size={16} />
          </ActionIcon>
        </Group>
      </Paper>
    </>
  )
}
