// The work that was done on a device.

import { ActionIcon, Text } from '@mantine/core'
import type { MaintenanceWork } from '@rastro/client'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../session/preferences.ts'
import { useMay } from '../../session/use-me.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { Cell, StackedRow, StackedTable } from '../stacked-table.tsx'
import { meterText } from '../trips/meter-values.ts'
import { useFormat } from '../use-format.ts'
import { deleteWork, maintenanceKey } from './maintenance-api.ts'
import { costText } from './measures.ts'

const columns = ['done', 'plan', 'odometer', 'engineHours', 'cost', 'note'] as const

export function WorkList({ work }: { work: MaintenanceWork[] }) {
  const { t } = useTranslation('maintenance')
  const format = useFormat()
  const { units } = usePreferences()
  const queries = useQueryClient()
  const mayDelete = useMay()('fleet.manage')
  const [deleting, setDeleting] = useState<MaintenanceWork>()
  if (work.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('work.none')}
      </Text>
    )
  }
  return (
    <>
      <StackedTable
        label={t('work.title')}
        columns={columns.map((column) => t(`work.columns.${column}`))}
        {...(mayDelete && { end: t('work.columns.actions') })}
      >
        {work.map((one) => (
          <StackedRow key={one.id}>
            <Cell slot="first">{format.date(one.doneAt)}</Cell>
            <Cell label={t('work.columns.plan')}>{one.planName}</Cell>
            <Cell label={t('work.columns.odometer')}>
              {one.odometer === null ? '–' : meterText('odometer', one.odometer, format, units)}
            </Cell>
            <Cell label={t('work.columns.engineHours')}>
              {one.engineHours === null ? '–' : meterText('engineHours', one.engineHours, format, units)}
            </Cell>
            <Cell label={t('work.columns.cost')}>
              {one.costMinor === null ? '–' : costText(one.costMinor, one.currency ?? 'EUR', format)}
            </Cell>
            <Cell label={t('work.columns.note')}>{one.note ?? '–'}</Cell>
            {mayDelete && (
              <Cell slot="end">
                <ActionIcon
                  variant="subtle"
                  color="red"
                  aria-label={t('work.deleteOf', { plan: one.planName, date: format.date(one.doneAt) })}
                  onClick={() => setDeleting(one)}
                >
                  <IconTrash size={18} />
                </ActionIcon>
              </Cell>
            )}
          </StackedRow>
        ))}
      </StackedTable>
      {deleting && (
        <ConfirmDialog
          title={t('work.deleteTitle')}
          action={t('ui:delete')}
          onConfirm={async () => {
            await deleteWork(deleting)
            await queries.invalidateQueries({ queryKey: maintenanceKey })
          }}
          onClose={() => setDeleting(undefined)}
        >
          <Text size="sm">{t('work.deleteHint')}</Text>
        </ConfirmDialog>
      )}
    </>
  )
}
