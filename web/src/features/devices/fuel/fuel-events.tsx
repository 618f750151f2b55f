// Fills and drains of a device, newest first.

import { Badge, Button, Loader, Stack, Text } from '@mantine/core'
import type { FuelEvent, FuelSensor } from '@rastro/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Failure } from '../../../ui/failure.tsx'
import { inBackground } from '../../../ui/in-background.ts'
import { LoadMore } from '../../../ui/load-more.tsx'
import { Section } from '../../../ui/section.tsx'
import { Cell, StackedRow, StackedTable } from '../../../ui/stacked-table.tsx'
import { useFormat } from '../../../ui/use-format.ts'
import { ConfirmEvent } from './confirm-event.tsx'
import { fuelKey, readEvents } from './fuel-api.ts'

const refetchEveryMs = 60_000

interface FuelEventsProps {
  deviceId: string
  sensors: FuelSensor[]
  mayChange: boolean
}

export function FuelEvents({ deviceId, sensors, mayChange }: FuelEventsProps) {
  const { t } = useTranslation('fuel')
  const [confirmed, setConfirmed] = useState<FuelEvent>()
  const pages = useInfiniteQuery({
    queryKey: [...fuelKey(deviceId), 'events'],
    initialPageParam: undefined as string | undefined,
    refetchInterval: refetchEveryMs,
    queryFn: ({ pageParam }) => readEvents(deviceId, pageParam),
    getNextPageParam: (last) => last.nextCursor,
  })
  const events = pages.data?.pages.flatMap((page) => page.fuelEvents)
  const columns = (['at', 'type', 'litres', 'levels', 'place', 'receipt'] as const).map((name) =>
    t(`columns.${name}`),
  )
  return (
    <Section title={t('events')} description={t('eventsHint')}>
      {pages.error && !events && (
        <Failure
          error={pages.error}
          onRetry={() => {
            inBackground(pages.refetch())
          }}
        />
      )}
      {!events && !pages.error && <Loader aria-label={t('ui:loading')} />}
      {events?.length === 0 && (
        <Text size="sm" c="dimmed" role="status">
          {t('noEvents')}
        </Text>
      )}
      {events && events.length > 0 && (
        <Stack gap="xs">
          <StackedTable label={t('events')} columns={columns} {...(mayChange && { end: t('confirm') })}>
            {events.map((event) => (
              <EventRow
                key={event.id}
                event={event}
                sensor={
                  sensors.length > 1 ? sensors.find(({ id }) => id === event.sensorId)?.name : undefined
                }
                onConfirm={mayChange ? () => setConfirmed(event) : undefined}
              />
            ))}
          </StackedTable>
          <LoadMore of={pages} />
        </Stack>
      )}
      {confirmed && <ConfirmEvent event={confirmed} onClose={() => setConfirmed(undefined)} />}
    </Section>
  )
}

interface EventRowProps {
  event: FuelEvent
  /** Its name, if there are several. */
  sensor: string | undefined
  onConfirm: (() => void) | undefined
}

function EventRow({ event, sensor, onConfirm }: EventRowProps) {
  const { t } = useTranslation('fuel')
  const format = useFormat()
  const { type, confirmed, confirmedLitres, note } = event
  const at = format.dateTime(event.endedAt)
  const receipt = confirmed
    ? confirmedLitres === null
      ? t('isConfirmed')
      : format.volume(confirmedLitres)
    : '–'
  return (
    <StackedRow>
      <Cell slot="first">{at}</Cell>
      <Cell label={t('columns.type')}>
        <Badge variant="light" color={type === 'fill' ? 'green' : 'red'}>
          {t(`types.${type}`)}
        </Badge>
        {sensor && ` ${sensor}`}
      </Cell>
      <Cell label={t('columns.litres')}>{format.volume(event.litres)}</Cell>
      <Cell label={t('columns.levels')}>
        {t('fromTo', { from: format.volume(event.levelBefore), to: format.volume(event.levelAfter) })}
      </Cell>
      <Cell label={t('columns.place')}>{event.place?.shortName ?? '–'}</Cell>
      <Cell label={t('columns.receipt')}>{note ? `${receipt} · ${note}` : receipt}</Cell>
      {onConfirm && (
        <Cell slot="end">
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t('confirmOne', { type: t(`types.${type}`), at })}
            onClick={onConfirm}
          >
            {confirmed ? t('change') : t('confirm')}
          </Button>
        </Cell>
      )}
    </StackedRow>
  )
}
