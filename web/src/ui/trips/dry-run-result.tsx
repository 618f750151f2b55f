import { Stack, Table, Text } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useDeviceNames } from '../use-device-names.ts'
import { useFormat } from '../use-format.ts'
import { DayStrip, StripLegend } from './day-strip.tsx'
import type { ComparedDay } from './dry-run-days.ts'
import { comparedDays, countTrips } from './dry-run-days.ts'
import type { Span } from './strip-pieces.ts'
import type { DeviceDryRun, DryRunTotals, FleetDryRun } from './trip.types.ts'
import styles from './trip-settings.module.css'

interface DeviceDryRunResultProps {
  result: DeviceDryRun
  period: Span
  timeZone: string
}

/** Two strips a day: what is found now, and what would be. */
export function DeviceDryRunResult({ result, period, timeZone }: DeviceDryRunResultProps) {
  const { t } = useTranslation('trips')
  const { current, proposed, added, removed, changed, truncated } = result
  const days = useMemo(
    () => comparedDays(current.segments, proposed.segments, period, timeZone),
    [current, proposed, period, timeZone],
  )
  if (days.length === 0) return <Text size="sm">{t('dryRun.noLocations')}</Text>
  const isSame = added.length + removed.length + changed === 0
  return (
    <Stack gap="sm">
      <Text size="sm" fw={600}>
        {isSame
          ? t('dryRun.same')
          : t('dryRun.differences', { added: added.length, removed: removed.length, changed })}
      </Text>
      <TotalsTable
        rows={[
          [t('dryRun.current'), current.totals] as const,
          [t('dryRun.proposed'), proposed.totals] as const,
        ]}
      />
      <StripLegend />
      <table className={styles.days} aria-label={t('dryRun.days')}>
        <thead>
          <tr>
            <th scope="col">{t('dryRun.day')}</th>
            <th scope="col">{t('dryRun.both')}</th>
            <th scope="col">{t('dryRun.trips')}</th>
          </tr>
        </thead>
        <tbody>
          {days.map((compared) => (
            <DayRow key={compared.day.day} compared={compared} timeZone={timeZone} nowMs={period.toMs} />
          ))}
        </tbody>
      </table>
      {truncated && (
        <Text size="xs" c="dimmed">
          {t('dryRun.truncated')}
        </Text>
      )}
    </Stack>
  )
}

function DayRow({ compared, timeZone, nowMs }: { compared: ComparedDay; timeZone: string; nowMs: number }) {
  const { t } = useTranslation('trips')
  const format = useFormat()
  const { day, differs } = compared
  const counts = { current: countTrips(day, compared.current), proposed: countTrips(day, compared.proposed) }
  return (
    <tr data-differs={differs}>
      <th scope="row">{format.weekday(day.day)}</th>
      <td>
        <div className={styles.strips}>
          {(['current', 'proposed'] as const).map((side) => (
            <div key={side} className={styles.pair}>
              <span aria-hidden>{t(`dryRun.${side}`)}</span>
              <DayStrip
                isThin
                day={day}
                timeZone={timeZone}
                segments={compared[side]}
                nowMs={nowMs}
                label={t('dryRun.strip', {
                  side: t(`dryRun.${side}`),
                  trips: t('dryRun.tripCount', { count: counts[side] }),
                })}
              />
            </div>
          ))}
        </div>
      </td>
      <td className={styles.number}>
        {counts.current === counts.proposed
          ? format.number(counts.current)
          : `${format.number(counts.current)} → ${format.number(counts.proposed)}`}
      </td>
    </tr>
  )
}

function TotalsTable({ rows }: { rows: (readonly [name: string, totals: DryRunTotals])[] }) {
  const { t } = useTranslation('trips')
  const format = useFormat()
  return (
    <Table
      className={styles.totals ?? ''}
      aria-label={t('dryRun.totals')}
      withRowBorders={false}
      verticalSpacing={4}
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Td />
          <Table.Th scope="col">{t('dryRun.trips')}</Table.Th>
          <Table.Th scope="col">{t('dryRun.stops')}</Table.Th>
          <Table.Th scope="col">{t('dryRun.distance')}</Table.Th>
          <Table.Th scope="col">{t('dryRun.driving')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(([name, totals]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row">{name}</Table.Th>
            <Table.Td>{format.number(totals.trips)}</Table.Td>
            <Table.Td>{format.number(totals.stops)}</Table.Td>
            <Table.Td>{format.distance(totals.distance)}</Table.Td>
            <Table.Td>{format.hours(totals.tripSeconds)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** Of an account or a group: the totals of its first devices. */
export function FleetDryRunResult({ result: { devices, complete } }: { result: FleetDryRun }) {
  const { t } = useTranslation('trips')
  const format = useFormat()
  const nameOf = useDeviceNames(devices.map(({ deviceId }) => deviceId))
  if (devices.length === 0) return <Text size="sm">{t('dryRun.noDevices')}</Text>
  const change = (before: string, after: string) => (before === after ? before : `${before} → ${after}`)
  return (
    <Stack gap="xs">
      <Table className={styles.totals ?? ''} aria-label={t('dryRun.totals')} verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('dryRun.device')}</Table.Th>
            <Table.Th scope="col">{t('dryRun.trips')}</Table.Th>
            <Table.Th scope="col">{t('dryRun.distance')}</Table.Th>
            <Table.Th scope="col">{t('dryRun.driving')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {devices.map(({ deviceId, current, proposed }) => (
            <Table.Tr key={deviceId}>
              <Table.Th scope="row" fw={400}>
                {nameOf(deviceId) ?? deviceId}
              </Table.Th>
              <Table.Td>{change(format.number(current.trips), format.number(proposed.trips))}</Table.Td>
              <Table.Td>
                {change(format.distance(current.distance), format.distance(proposed.distance))}
              </Table.Td>
              <Table.Td>
                {change(format.hours(current.tripSeconds), format.hours(proposed.tripSeconds))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {!complete && (
        <Text size="xs" c="dimmed">
          {t('dryRun.firstDevices', { count: devices.length })}
        </Text>
      )}
    </Stack>
  )
}
