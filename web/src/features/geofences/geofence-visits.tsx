// Who is inside a geofence and for how long, and who was there last.

import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { VisitList } from '../../ui/trips/visit-list.tsx'
import { useVisits } from './use-visits.ts'

export function GeofenceVisits({ geofenceId }: { geofenceId: string }) {
  const { t } = useTranslation('trips')
  const { data: visits, error, refetch } = useVisits(geofenceId)
  return (
    <section aria-label={t('visits.title')}>
      <Text size="sm" fw={600}>
        {t('visits.title')}
      </Text>
      {error && !visits && (
        <Failure
          error={error}
          onRetry={() => {
            inBackground(refetch())
          }}
        />
      )}
      {visits?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('visits.none')}
        </Text>
      )}
      {visits && visits.length > 0 && <VisitList visits={visits} label={t('visits.title')} />}
    </section>
  )
}
