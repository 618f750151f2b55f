// The distance from the user, who has asked for their own position on the map.

import { useTranslation } from 'react-i18next'
import { directionOf, metresBetween } from '../../live/globe.ts'
import { useOwnPosition } from '../../ui/own-position.ts'
import { useFormat } from '../../ui/use-format.ts'

interface OwnDistanceProps {
  latitude: number | undefined
  longitude: number | undefined
}

export function OwnDistance({ latitude, longitude }: OwnDistanceProps) {
  const { t } = useTranslation('live')
  const format = useFormat()
  const own = useOwnPosition()
  if (own.kind !== 'found' || latitude === undefined || longitude === undefined) return null
  const from = directionOf(own.position.longitude, own.position.latitude)
  return (
    <>
      <dt>{t('card.fromYou')}</dt>
      <dd>{format.distance(metresBetween(from, directionOf(longitude, latitude)))}</dd>
    </>
  )
}
