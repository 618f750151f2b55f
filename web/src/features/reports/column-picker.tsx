// Chooses the columns of a report and their order: by buttons, so that it needs no dragging.

import { ActionIcon, Button, Checkbox, Group, Input, Popover } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { moveColumn, toggleColumn } from './column-order.ts'
import type { Column } from './report-api.ts'
import styles from './reports.module.css'

interface ColumnPickerProps {
  columns: Column[]
  /** Keys in their order. */
  chosen: string[]
  isDefault: boolean
  onChange(chosen: string[]): void
  onReset(): void
}

export function ColumnPicker({ columns, chosen, isDefault, onChange, onReset }: ColumnPickerProps) {
  const { t } = useTranslation('reports')
  const byKey = new Map(columns.map((column) => [column.key, column]))
  const listed = [
    ...chosen.flatMap((key) => byKey.get(key) ?? []),
    ...columns.filter(({ key }) => !chosen.includes(key)),
  ]
  const move = (key: string, by: 1 | -1) => {
    const next = moveColumn(chosen, key, by)
    if (next) onChange(next)
  }
  return (
    <Input.Wrapper label={t('columns.label')} labelElement="div">
      <Popover position="bottom-end" width={320} shadow="md" trapFocus returnFocus>
        <Popover.Target>
          <Button
            variant="default"
            justify="space-between"
            className={styles.columnsButton ?? ''}
            rightSection={<IconChevronDown size={16} />}
            aria-label={t('columns.choose', { chosen: chosen.length, all: columns.length })}
          >
            {t('columns.count', { chosen: chosen.length, all: columns.length })}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('columns.label')}>
          <ul className={styles.columns} aria-label={t('columns.label')}>
            {listed.map(({ key, title }) => {
              const at = chosen.indexOf(key)
              return (
                <li key={key}>
                  <Checkbox
                    size="sm"
                    label={title}
                    checked={at >= 0}
                    disabled={at >= 0 && chosen.length === 1}
                    onChange={() => onChange(toggleColumn(chosen, key))}
                  />
                  {at >= 0 && (
                    <Group gap={2} wrap="nowrap">
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        aria-label={t('columns.before', { title })}
                        disabled={at === 0}
                        onClick={() => move(key, -1)}
                      >
                        <IconArrowUp size={16} />
                      </ActionIcon>
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        aria-label={t('columns.after', { title })}
                        disabled={at === chosen.length - 1}
                        onClick={() => move(key, 1)}
                      >
                        <IconArrowDown size={16} />
                      </ActionIcon>
                    </Group>
                  )}
                </li>
              )
            })}
          </ul>
          {!isDefault && (
            <Button mt="xs" size="compact-sm" variant="subtle" onClick={onReset}>
              {t('columns.reset')}
            </Button>
          )}
        </Popover.Dropdown>
      </Popover>
    </Input.Wrapper>
  )
}
