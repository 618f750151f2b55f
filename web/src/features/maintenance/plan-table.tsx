import { ActionIcon, Group, Text } from '@mantine/core'
import type { MaintenancePlan } from '@rastro/client'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { AnchorLink } from '../../ui/links.tsx'
import { maintenanceKey } from '../../ui/maintenance/maintenance-api.ts'
import { intervalText } from '../../ui/maintenance/measures.ts'
import { Section } from '../../ui/section.tsx'
import { Cell, StackedRow, StackedTable } from '../../ui/stacked-table.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { PlanDialog } from './plan-dialog.tsx'

const columns = ['name', 'every', 'warn', 'applies'] as const

export function PlanTable({ plans }: { plans: MaintenancePlan[] }) {
  const { t } = useTranslation('maintenance')
  const format = useFormat()
  const queries = useQueryClient()
  const [editing, setEditing] = useState<MaintenancePlan>()
  const [deleting, setDeleting] = useState<MaintenancePlan>()

  function appliesText({ groups, devices }: MaintenancePlan): string {
    const parts = [
      groups.length > 0 && t('plans.appliesGroups', { count: groups.length }),
      devices.length > 0 && t('plans.appliesDevices', { count: devices.length }),
    ].filter(Boolean)
    return parts.length > 0 ? parts.join(' · ') : t('plans.appliesAll')
  }
  const warnText = ({ warnKm, warnHours, warnDays }: MaintenancePlan) =>
    intervalText({ everyKm: warnKm, everyHours: warnHours, everyDays: warnDays }, t, format)
  return (
    <Section title={t('plans.title')} description={<AnchorLink to="/rules">{t('plans.alerts')}</AnchorLink>}>
      <StackedTable
        label={t('plans.title')}
        columns={columns.map((column) => t(`plans.columns.${column}`))}
        end={t('plans.columns.actions')}
      >
        {plans.map((plan) => (
          <StackedRow key={plan.id}>
            <Cell slot="first">
              <Text fw={600} size="sm">
                {plan.name}
              </Text>
            </Cell>
            <Cell label={t('plans.columns.every')}>{intervalText(plan, t, format)}</Cell>
            <Cell label={t('plans.columns.warn')}>{warnText(plan)}</Cell>
            <Cell label={t('plans.columns.applies')}>{appliesText(plan)}</Cell>
            <Cell slot="end">
              <Group gap={4} wrap="nowrap">
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('plans.editOf', { name: plan.name })}
                  onClick={() => setEditing(plan)}
                >
                  <IconPencil size={18} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="red"
                  aria-label={t('plans.deleteOf', { name: plan.name })}
                  onClick={() => setDeleting(plan)}
                >
                  <IconTrash size={18} />
                </ActionIcon>
              </Group>
            </Cell>
          </StackedRow>
        ))}
      </StackedTable>
      {editing && <PlanDialog plan={editing} onClose={() => setEditing(undefined)} />}
      {deleting && (
        <ConfirmDialog
          title={t('plans.deleteTitle', { name: deleting.name })}
          action={t('ui:delete')}
          onConfirm={async () => {
            await rastro.delete('/api/maintenancePlans/{planId}', { path: { planId: deleting.id } })
            await queries.invalidateQueries({ queryKey: maintenanceKey })
          }}
          onClose={() => setDeleting(undefined)}
        >
          <Text size="sm">{t('plans.deleteHint')}</Text>
        </ConfirmDialog>
      )}
    </Section>
  )
}
