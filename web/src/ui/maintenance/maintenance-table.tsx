// Devices and plans with what remains, the worst first.

import { Button, Stack, Text } from '@mantine/core'
import type { MaintenanceState } from '@rastro/client'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../session/use-me.ts'
import { AnchorLink } from '../links.tsx'
import { Cell, StackedRow, StackedTable } from '../stacked-table.tsx'
import { useFormat } from '../use-format.ts'
import { remainingTexts } from './measures.ts'
import { RecordWork } from './record-work.tsx'
import { StateBadge } from './state-badge.tsx'

const allColumns = ['device', 'plan', 'state', 'remaining', 'forecast', 'lastDone'] as const

interface MaintenanceTableProps {
  rows: MaintenanceState[]
  /** On the page of a device its name is known. */
  isOfDevice?: boolean
}

export function MaintenanceTable({ rows, isOfDevice = false }: MaintenanceTableProps) {
  const { t } = useTranslation('maintenance')
  const format = useFormat()
  const mayRecord = useMay()('fleet.manage')
  const [recording, setRecording] = useState<MaintenanceState>()
  const columns = allColumns.filter((column) => column !== 'device' || !isOfDevice)
  return (
    <>
      <StackedTable
        label={t('title')}
        columns={columns.map((column) => t(`columns.${column}`))}
        {...(mayRecord && { end: t('columns.actions') })}
      >
        {rows.map((row) => (
          <StackedRow key={`${row.deviceId} ${row.planId}`}>
            {!isOfDevice && (
              <Cell slot="first">
                <AnchorLink
                  to="/devices/$deviceId"
                  params={{ deviceId: row.deviceId }}
                  search={{ tab: 'maintenance' }}
                  size="sm"
                  fw={600}
                >
                  {row.deviceName}
                </AnchorLink>
              </Cell>
            )}
            <Cell {...(isOfDevice ? { slot: 'first' as const } : { label: t('columns.plan') })}>
              {row.planName}
            </Cell>
            <Cell label={t('columns.state')}>
              <StateBadge state={row.state} />
            </Cell>
            <Cell label={t('columns.remaining')}>
              <Stack gap={0}>
                {remainingTexts(row, t, format).map((text) => (
                  <Text key={text} size="sm">
                    {text}
                  </Text>
                ))}
              </Stack>
            </Cell>
            <Cell label={t('columns.forecast')}>
              {row.forecastOn === null ? '–' : format.calendarDay(row.forecastOn)}
            </Cell>
            <Cell label={t('columns.lastDone')}>
              {row.lastDoneAt === null ? t('ui:never') : format.date(row.lastDoneAt)}
            </Cell>
            {mayRecord && (
              <Cell slot="end">
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconCheck size={15} aria-hidden />}
                  aria-label={t('done.of', { plan: row.planName, device: row.deviceName })}
                  onClick={() => setRecording(row)}
                >
                  {t('done.action')}
                </Button>
              </Cell>
            )}
          </StackedRow>
        ))}
      </StackedTable>
      {recording && <RecordWork of={recording} onClose={() => setRecording(undefined)} />}
    </>
  )
}
