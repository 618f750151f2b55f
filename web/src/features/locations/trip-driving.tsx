// Who drove a trip, and what for. One click sets the purpose.

import { Group, SegmentedControl, Text } from '@mantine/core'
import type { Segment } from '@rastro/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { DriverSelect } from '../../ui/drivers/driver-select.tsx'
import { Failure } from '../../ui/failure.tsx'
import { useMayManageTrips } from '../../ui/trips/use-may-manage-trips.ts'
import { tripsKey } from './use-timeline.ts'

const purposes = ['unset', 'business', 'private', 'commute'] as const
type Purpose = Segment['purpose']

export function TripDriving({ deviceId, trip }: { deviceId: string; trip: Segment }) {
  const { t } = useTranslation('locations')
  const queries = useQueryClient()
  const mayChange = useMayManageTrips()
  const { driver, driverTag } = trip
  const changing = useMutation({
    mutationFn: (body: { purpose?: Purpose; driverId?: string | null }) =>
      rastro.patch('/api/trips/{tripId}', { path: { tripId: trip.id }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [...tripsKey(deviceId), 'timeline'] }),
  })
  const purpose = (changing.isPending && changing.variables.purpose) || trip.purpose
  if (!mayChange) {
    const words = [driver?.name ?? driverTag, purpose !== 'unset' && t(`purposes.${purpose}`)].filter(Boolean)
    return words.length > 0 ? <Text size="sm">{words.join(' · ')}</Text> : null
  }
  return (
    <Group gap="xs" align="flex-end">
      <DriverSelect
        size="xs"
        label={driver || driverTag === null ? t('driving.driver') : t('driving.unknown', { tag: driverTag })}
        placeholder={t('driving.nobody')}
        driver={driver ?? undefined}
        clearable={driver?.source === 'user'}
        onChange={(chosen) => changing.mutate({ driverId: chosen?.id ?? null })}
      />
      <SegmentedControl
        size="xs"
        aria-label={t('driving.purpose')}
        value={purpose}
        data={purposes.map((value) => ({ value, label: t(`purposes.${value}`) }))}
        onChange={(value) => changing.mutate({ purpose: value as Purpose })}
      />
      {changing.error && <Failure error={changing.error} />}
    </Group>
  )
}
