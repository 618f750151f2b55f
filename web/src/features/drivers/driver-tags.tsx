import { ActionIcon, Button, Group, Text } from '@mantine/core'
import type { Driver } from '@rastro/client'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { driversKey } from '../../ui/drivers/use-drivers.ts'
import { Section } from '../../ui/section.tsx'
import { Cell, StackedRow, StackedTable } from '../../ui/stacked-table.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { ChangeTag } from './change-tag.tsx'
import { GiveTag } from './give-tag.tsx'

const columns = ['tag', 'from', 'to'] as const

export function DriverTags({ driver, mayChange }: { driver: Driver; mayChange: boolean }) {
  const { t } = useTranslation('drivers')
  const format = useFormat()
  const queries = useQueryClient()
  const [isAdding, setIsAdding] = useState(false)
  const [changing, setChanging] = useState<Driver['tags'][number]>()
  const [removing, setRemoving] = useState<Driver['tags'][number]>()
  const { tags } = driver
  async function remove(tagId: string): Promise<void> {
    await rastro.delete('/api/drivers/{driverId}/tags/{tagId}', { path: { driverId: driver.id, tagId } })
    await queries.invalidateQueries({ queryKey: driversKey })
  }
  return (
    <Section title={t('tags.title')} description={t('tags.hint')}>
      {tags.length === 0 && <Text c="dimmed">{t('tags.none')}</Text>}
      {tags.length > 0 && (
        <StackedTable
          label={t('tags.title')}
          columns={columns.map((column) => t(`columns.${column}`))}
          end={t('columns.actions')}
        >
          {tags.map((one) => (
            <StackedRow key={one.id}>
              <Cell slot="first">{one.tag}</Cell>
              <Cell label={t('columns.from')}>{one.from ? format.dateTime(one.from) : t('always')}</Cell>
              <Cell label={t('columns.to')}>{one.to ? format.dateTime(one.to) : t('endless')}</Cell>
              <Cell slot="end">
                {mayChange && (
                  <ActionIcon
                    variant="subtle"
                    aria-label={t('tags.change', { tag: one.tag })}
                    onClick={() => setChanging(one)}
                  >
                    <IconPencil size={18} />
                  </ActionIcon>
                )}
                {mayChange && (
                  <ActionIcon
                    variant="subtle"
                    color="red"
                    aria-label={t('tags.remove', { tag: one.tag })}
                    onClick={() => setRemoving(one)}
                  >
                    <IconTrash size={18} />
                  </ActionIcon>
                )}
              </Cell>
            </StackedRow>
          ))}
        </StackedTable>
      )}
      {mayChange && (
        <Group>
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setIsAdding(true)}>
            {t('tags.add')}
          </Button>
        </Group>
      )}
      {isAdding && <GiveTag driver={driver} onClose={() => setIsAdding(false)} />}
      {changing && <ChangeTag driverId={driver.id} tag={changing} onClose={() => setChanging(undefined)} />}
      {removing && (
        <ConfirmDialog
          title={t('tags.remove', { tag: removing.tag })}
          action={t('ui:delete')}
          onConfirm={() => remove(removing.id)}
          onClose={() => setRemoving(undefined)}
        >
          <Text size="sm">{t('tags.removeHint')}</Text>
        </ConfirmDialog>
      )}
    </Section>
  )
}
