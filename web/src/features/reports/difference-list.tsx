// Corrections of trips since a report was made: when, why, before and after.

import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../../session/use-account.ts'
import { AnchorLink } from '../../ui/links.tsx'
import { Cell, StackedRow, StackedTable } from '../../ui/stacked-table.tsx'
import { dayOf } from '../../ui/trips/local-days.ts'
import type { CorrectionState } from '../../ui/trips/trip.types.ts'
import { useDeviceNames } from '../../ui/use-device-names.ts'
import { useFormat } from '../../ui/use-format.ts'
import type { Difference } from './report-api.ts'

const causes = ['late', 'settings', 'mark', 'recomputed', 'algorithm']
const columns = ['device', 'corrected', 'before', 'after'] as const

export function DifferenceList({ differences }: { differences: Difference[] }) {
  const { t } = useTranslation('reports')
  const format = useFormat()
  const timeZone = useAccount()?.timeZone ?? 'UTC'
  const nameOf = useDeviceNames(differences.map(({ deviceId }) => deviceId))
  return (
    <StackedTable
      label={t('differences.title')}
      columns={columns.map((column) => t(`differences.columns.${column}`))}
    >
      {differences.map(({ deviceId, segmentId, version, correctedAt, cause, before, after }) => {
        const states = [before, after] as (CorrectionState | null)[]
        const startedAt = (states[1] ?? states[0])?.startedAt
        const day = startedAt === undefined ? undefined : dayOf(Date.parse(startedAt), timeZone)
        const causeName = causes.includes(cause) ? cause : 'other'
        return (
          <StackedRow key={`${segmentId} ${version}`}>
            <Cell slot="first">
              <AnchorLink
                to="/history/$deviceId"
                params={{ deviceId }}
                search={day ? { from: day, to: day, segment: segmentId } : {}}
                size="sm"
              >
                {nameOf(deviceId) ?? deviceId}
              </AnchorLink>
            </Cell>
            <Cell label={t('differences.columns.corrected')}>
              <div>
                <Text size="sm">{format.dateTime(correctedAt)}</Text>
                <Text size="xs" c="dimmed">
                  {t(`locations:corrections.causes.${causeName}`)}
                </Text>
              </div>
            </Cell>
            <Cell label={t('differences.columns.before')}>
              <Version state={states[0] ?? null} />
            </Cell>
            <Cell label={t('differences.columns.after')}>
              <Version state={states[1] ?? null} />
            </Cell>
          </StackedRow>
        )
      })}
    </StackedTable>
  )
}

function Version({ state }: { state: CorrectionState | null }) {
  const { t } = useTranslation('reports')
  const format = useFormat()
  if (!state) return <Text size="sm">{t('locations:corrections.withdrawn')}</Text>
  const { startedAt, endedAt, distance } = state
  const end = endedAt === null ? t('locations:segments.open') : format.time(endedAt)
  return (
    <div>
      <Text size="sm">{`${format.dateTime(startedAt)} – ${end}`}</Text>
      <Text size="xs" c="dimmed">
        {format.distance(distance)}
      </Text>
    </div>
  )
}
