// The distance from the user to a point, after they asked for it.

import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { directionOf, metresBetween } from '../live/globe.ts'
import { canLocate, locate, stopLocating, useOwnPosition } from '../ui/own-position.ts'
import { useFormat } from '../ui/use-format.ts'

export function OwnPositionButton() {
  const { t } = useTranslation('this-device')
  const { kind } = useOwnPosition()
  if (!canLocate) return null
  const isOn = kind === 'found' || kind === 'searching'
  return (
    <div>
      <Button variant="default" loading={kind === 'searching'} onClick={isOn ? stopLocating : locate}>
        {t(isOn ? 'offline.hideDistances' : 'offline.showDistances')}
      </Button>
      {(kind === 'refused' || kind === 'failed') && (
        <Text size="sm" role="alert">
          {t(`ui:ownPosition.${kind}`)}
        </Text>
      )}
    </div>
  )
}

interface DistanceFromProps {
  latitude: number | undefined
  longitude: number | undefined
}

export function DistanceFrom({ latitude, longitude }: DistanceFromProps) {
  const { t } = useTranslation('this-device')
  const format = useFormat()
  const own = useOwnPosition()
  if (own.kind !== 'found' || latitude === undefined || longitude === undefined) return null
  const from = directionOf(own.position.longitude, own.position.latitude)
  return (
    <Text size="sm" fw={600}>
      {t('offline.distance', {
        distance: format.distance(metresBetween(from, directionOf(longitude, latitude))),
      })}
    </Text>
  )
}
