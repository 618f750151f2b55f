// The search, the filters, those saved under a name, and the columns.

import { ActionIcon, Button, Group, Menu, Popover, Select, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBookmark, IconColumns, IconSearch, IconTrash } from '@tabler/icons-react'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DevicesSearch } from '../devices-search.ts'
import { stateFilters } from '../devices-search.ts'
import type { Column } from './columns.ts'
import { columnNames } from './columns.ts'
import { parseFilters, withFilter, withoutFilter } from './saved-filters.ts'
import { useStored } from './use-stored.ts'

type Change = { [K in keyof DevicesSearch]: DevicesSearch[K] | undefined }

interface FiltersProps {
  search: DevicesSearch
  groups: { value: string; label: string }[]
  columns: Column[]
  onChange(change: Change): void
  onReplace(search: DevicesSearch): void
  onColumns(columns: Column[]): void
}

export function Filters({ search, groups, columns, onChange, onReplace, onColumns }: FiltersProps) {
  const { t } = useTranslation('devices')
  return (
    <Group gap="xs">
      <TextInput
        flex={1}
        miw={220}
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<IconSearch size={16} />}
        value={search.q ?? ''}
        onChange={({ currentTarget }) => onChange({ q: currentTarget.value || undefined })}
      />
      <Select
        clearable
        aria-label={t('columns.state')}
        placeholder={t('everyState')}
        data={stateFilters.map((value) => ({
          value,
          label: value === 'offline' || value === 'never' ? t(`status.${value}`) : t(`state.${value}`),
        }))}
        value={search.state ?? null}
        onChange={(value) => onChange({ state: (value ?? undefined) as DevicesSearch['state'] })}
      />
      <Select
        clearable
        searchable
        aria-label={t('columns.groups')}
        placeholder={t('everyGroup')}
        data={groups}
        value={search.group ?? null}
        onChange={(value) => onChange({ group: value ?? undefined })}
      />
      <SavedFilters search={search} onReplace={onReplace} />
      <ColumnMenu columns={columns} onColumns={onColumns} />
    </Group>
  )
}

function SavedFilters({ search, onReplace }: Pick<FiltersProps, 'search' | 'onReplace'>) {
  const { t } = useTranslation('devices')
  const [filters, keep] = useStored('rastro.devices.filters', parseFilters)
  const [name, setName] = useState('')
  const [isOpen, { toggle, close }] = useDisclosure()
  const isEmpty = Object.keys(search).length === 0
  function save(event: FormEvent): void {
    event.preventDefault()
    keep(withFilter(filters, { name: name.trim(), search }))
    setName('')
  }
  return (
    <Popover
      position="bottom-end"
      width={300}
      trapFocus
      returnFocus
      opened={isOpen}
      onChange={(opened) => !opened && close()}
    >
      <Popover.Target>
        <Button variant="default" leftSection={<IconBookmark size={16} />} onClick={toggle}>
          {t('filters.button')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('filters.button')}>
        <Stack gap={4}>
          {filters.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('filters.empty')}
            </Text>
          )}
          {filters.map((filter) => (
            <Group key={filter.name} gap={4} wrap="nowrap">
              <Button
                flex={1}
                variant="subtle"
                color="gray"
                justify="flex-start"
                onClick={() => {
                  close()
                  onReplace(filter.search)
                }}
              >
                {filter.name}
              </Button>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={t('filters.remove', { name: filter.name })}
                onClick={() => keep(withoutFilter(filters, filter.name))}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </Group>
          ))}
          <form onSubmit={save}>
            <Group gap={4} wrap="nowrap">
              <TextInput
                flex={1}
                maxLength={60}
                aria-label={t('filters.name')}
                placeholder={t('filters.name')}
                disabled={isEmpty}
                value={name}
                onChange={({ currentTarget }) => setName(currentTarget.value)}
              />
              <Button type="submit" disabled={isEmpty || name.trim() === ''}>
                {t('ui:save')}
              </Button>
            </Group>
          </form>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

function ColumnMenu({ columns, onColumns }: Pick<FiltersProps, 'columns' | 'onColumns'>) {
  const { t } = useTranslation('devices')
  const toggle = (column: Column) =>
    onColumns(columnNames.filter((one) => (one === column) !== columns.includes(one)))
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconColumns size={16} />} visibleFrom="sm">
          {t('columnsButton')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {columnNames.slice(1).map((column) => (
          <Menu.CheckboxItem key={column} checked={columns.includes(column)} onChange={() => toggle(column)}>
            {t(`columns.${column}`)}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
