// One sensor: its last level, the curve of some days, and its settings.

import { Button, Group, Loader, SegmentedControl, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { FuelSensor } from '@rastro/client'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { inBackground } from '../../../ui/in-background.ts'
import { LatePart } from '../../../ui/late-part.tsx'
import { Section } from '../../../ui/section.tsx'
import { useFormat } from '../../../ui/use-format.ts'
import { EditSensor } from './edit-sensor.tsx'
import { deleteSensor, fuelKey, readEventsOf, readLevels } from './fuel-api.ts'

const LevelChart = lazy(async () => ({ default: (await import('./level-chart.tsx')).LevelChart }))

const periods = [1, 7, 31] as const
const dayMs = 86_400_000
const refetchEveryMs = 60_000

interface SensorSectionProps {
  sensor: FuelSensor
  mayChange: boolean
}

export function SensorSection({ sensor, mayChange }: SensorSectionProps) {
  const { t } = useTranslation('fuel')
  const format = useFormat()
  const queries = useQueryClient()
  const [dialog, setDialog] = useState<'edit' | 'delete'>()
  const { lastLevel, deviceId } = sensor
  const close = () => setDialog(undefined)
  return (
    <Section
      title={sensor.name}
      description={t('sensor', {
        source: sensor.attribute ?? t(`sources.${sensor.source}`),
        tank: format.volume(sensor.tankLitres),
      })}
    >
      <Group justify="space-between">
        <div>
          <Text size="xl" fw={650}>
            {lastLevel ? format.volume(lastLevel.litres) : t('unknown')}
          </Text>
          <Text size="sm" c="dimmed">
            {lastLevel ? t('asOf', { at: format.dateTime(lastLevel.dateTime) }) : t('unknownHint')}
          </Text>
        </div>
        {mayChange && (
          <Group gap="xs">
            <Button variant="default" size="xs" onClick={() => setDialog('edit')}>
              {t('edit')}
            </Button>
            <Button variant="default" size="xs" onClick={() => setDialog('delete')}>
              {t('ui:delete')}
            </Button>
          </Group>
        )}
      </Group>
      <SensorLevels sensor={sensor} />
      {dialog === 'edit' && <EditSensor sensor={sensor} onClose={close} />}
      {dialog === 'delete' && (
        <ConfirmDialog
          title={t('deleteTitle', { name: sensor.name })}
          action={t('ui:delete')}
          onConfirm={async () => {
            await deleteSensor(deviceId, sensor.id)
            await queries.invalidateQueries({ queryKey: fuelKey(deviceId) })
            notifications.show({ message: t('deleted') })
          }}
          onClose={close}
        >
          <Text size="sm">{t('deleteHint')}</Text>
        </ConfirmDialog>
      )}
    </Section>
  )
}

function SensorLevels({ sensor: { id, deviceId, tankLitres } }: { sensor: FuelSensor }) {
  const { t } = useTranslation('fuel')
  const [days, setDays] = useState<(typeof periods)[number]>(7)
  const { data, error, refetch } = useQuery({
    queryKey: [...fuelKey(deviceId), 'levels', id, days],
    placeholderData: keepPreviousData,
    refetchInterval: refetchEveryMs,
    queryFn: async ({ signal }) => {
      const toMs = Date.now()
      const period = { from: new Date(toMs - days * dayMs).toISOString(), to: new Date(toMs).toISOString() }
      const [levels, events] = await Promise.all([
        readLevels(deviceId, id, period, signal),
        readEventsOf(deviceId, period, signal),
      ])
      return { levels, events: events.filter(({ sensorId }) => sensorId === id) }
    },
  })
  return (
    <Stack gap="xs">
      <SegmentedControl
        size="xs"
        aria-label={t('period')}
        data={periods.map((count) => ({ value: String(count), label: t('days', { count }) }))}
        value={String(days)}
        onChange={(next) => setDays(periods.find((count) => String(count) === next) ?? days)}
        style={{ alignSelf: 'start' }}
      />
      {error && !data && (
        <Failure
          error={error}
          onRetry={() => {
            inBackground(refetch())
          }}
        />
      )}
      {!data && !error && <Loader size="sm" aria-label={t('ui:loading')} />}
      {data?.levels.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('noLevels')}
        </Text>
      )}
      {data && data.levels.length > 0 && (
        <LatePart fallback={<Loader size="sm" aria-label={t('ui:loading')} />}>
          <LevelChart label={t('levels')} levels={data.levels} events={data.events} tankLitres={tankLitres} />
        </LatePart>
      )}
    </Stack>
  )
}
