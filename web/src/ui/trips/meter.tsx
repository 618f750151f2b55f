// The odometer or the hour meter of a device: what it shows, its readings, and a new reading.

import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../session/preferences.ts'
import { Failure, sentenceOf } from '../failure.tsx'
import { inBackground } from '../in-background.ts'
import { LoadMore } from '../load-more.tsx'
import { Section } from '../section.tsx'
import { Cell, StackedRow, StackedTable } from '../stacked-table.tsx'
import { useFormat } from '../use-format.ts'
import { useUserName } from '../use-user-name.ts'
import { driftShare, meterText } from './meter-values.ts'
import { SetReading } from './set-reading.tsx'
import type { MeterName, Reading } from './trip.types.ts'
import { readMeter, readReadings, setOdometerFactor } from './trip-api.ts'

interface MeterProps {
  deviceId: string
  meter: MeterName
  mayChange: boolean
}

/** The vehicle drives on, and a drive that it has just sent is not counted yet. */
const refetchEveryMs = 15_000

const meterKey = (deviceId: string, meter: MeterName) => ['meters', deviceId, meter]

export function Meter({ deviceId, meter, mayChange }: MeterProps) {
  const { t } = useTranslation('trips')
  const format = useFormat()
  const { units } = usePreferences()
  const [isSetting, setIsSetting] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: meterKey(deviceId, meter),
    queryFn: () => readMeter(deviceId, meter),
    refetchInterval: refetchEveryMs,
  })
  return (
    <Section title={t(`meters.${meter}.title`)} description={t(`meters.${meter}.hint`)}>
      {error && !data && (
        <Failure
          error={error}
          onRetry={() => {
            inBackground(refetch())
          }}
        />
      )}
      {!data && !error && <Loader aria-label={t('ui:loading')} />}
      {data && (
        <Group justify="space-between">
          <div>
            <Text size="xl" fw={650}>
              {data.value === null ? t('meters.unknown') : meterText(meter, data.value, format, units)}
            </Text>
            <Text size="sm" c="dimmed">
              {data.reading === null && `${t(`meters.${meter}.none`)}${data.dateTime ? ' · ' : ''}`}
              {data.dateTime && t('meters.asOf', { at: format.dateTime(data.dateTime) })}
            </Text>
          </div>
          {mayChange && (
            <Button variant="default" onClick={() => setIsSetting(true)}>
              {t(`meters.${meter}.set`)}
            </Button>
          )}
        </Group>
      )}
      {data?.reading && <Readings deviceId={deviceId} meter={meter} mayChange={mayChange} />}
      {isSetting && (
        <SetReading
          deviceId={deviceId}
          meter={meter}
          shown={data?.value ?? null}
          onClose={() => setIsSetting(false)}
        />
      )}
    </Section>
  )
}

function Readings({ deviceId, meter, mayChange }: MeterProps) {
  const { t } = useTranslation('trips')
  const pages = useInfiniteQuery({
    queryKey: [...meterKey(deviceId, meter), 'readings'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => readReadings(deviceId, meter, pageParam),
    getNextPageParam: (last) => last.nextCursor,
  })
  const readings = pages.data?.pages.flatMap((page) => page.readings) ?? []
  const [newest] = readings
  if (!newest) return null
  const columns = (['at', 'value', 'drift', 'by', 'note'] as const).map((name) => t(`meters.columns.${name}`))
  return (
    <Stack gap="xs">
      {meter === 'odometer' && newest.factor !== null && mayChange && (
        <UseFactor deviceId={deviceId} factor={newest.factor} />
      )}
      <StackedTable label={t('meters.readings')} columns={columns}>
        {readings.map((reading, i) => (
          <ReadingRow
            key={`${reading.createdAt} ${reading.dateTime} ${reading.value}`}
            meter={meter}
            reading={reading}
            before={readings[i + 1]}
          />
        ))}
      </StackedTable>
      <LoadMore of={pages} />
    </Stack>
  )
}

interface ReadingRowProps {
  meter: MeterName
  reading: Reading
  /** The one that was set before it. */
  before: Reading | undefined
}

function ReadingRow({ meter, reading, before }: ReadingRowProps) {
  const { t } = useTranslation('trips')
  const format = useFormat()
  const { units } = usePreferences()
  const name = useUserName(reading.setBy)
  const share = driftShare(reading, before)
  const drift = reading.drift === null ? undefined : meterText(meter, reading.drift, format, units)
  const percent = (value: number) =>
    format.number(value, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' })
  return (
    <StackedRow>
      <Cell slot="first">{format.dateTime(reading.dateTime)}</Cell>
      <Cell label={t('meters.columns.value')}>{meterText(meter, reading.value, format, units)}</Cell>
      <Cell label={t('meters.columns.drift')}>
        {drift === undefined
          ? t('meters.first')
          : share === undefined
            ? drift
            : t('meters.driftText', { drift, percent: percent(share) })}
      </Cell>
      <Cell label={t('meters.columns.by')}>{name ?? '–'}</Cell>
      <Cell label={t('meters.columns.note')}>{reading.note ?? '–'}</Cell>
    </StackedRow>
  )
}

/** A factor removes a drift that is always the same, as of a vehicle with larger tyres. */
function UseFactor({ deviceId, factor }: { deviceId: string; factor: number }) {
  const { t } = useTranslation('trips')
  const format = useFormat()
  const queries = useQueryClient()
  const using = useMutation({
    mutationFn: () => setOdometerFactor(deviceId, factor),
    onSuccess: async () => {
      notifications.show({ color: 'green', message: t('meters.factorUsed') })
      await queries.invalidateQueries({ queryKey: ['trip settings'] })
    },
    onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error, t), role: 'alert' }),
  })
  if (using.isSuccess) return null
  return (
    <Alert role="region" aria-label={t('meters.columns.drift')} color="blue">
      <Group justify="space-between">
        <Text size="sm">
          {t('meters.factor', { factor: format.number(factor, { maximumFractionDigits: 4 }) })}
        </Text>
        <Button size="compact-sm" variant="default" loading={using.isPending} onClick={() => using.mutate()}>
          {t('meters.useFactor')}
        </Button>
      </Group>
    </Alert>
  )
}
