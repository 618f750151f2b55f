// Search, status filter, group filter and order of the list.

import { CloseButton, Group, Kbd, Select, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { memo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '../../live/fleet.types.ts'
import { GroupFilter } from './group-filter.tsx'
import type { LiveSearch } from './live-search.ts'
import { StatusChips } from './status-chips.tsx'

interface ListHeadProps {
  search: LiveSearch
  onChange(part: { [K in keyof LiveSearch]?: LiveSearch[K] | undefined }, replace?: boolean): void
}

/** Not rendered again when rows change. */
export const ListHead = memo(function ListHead({ search, onChange }: ListHeadProps) {
  const { t } = useTranslation('live')
  const searchBox = useRef<HTMLInputElement>(null)
  const { q = '', status, group, order = 'name' } = search
  useHotkeys([['/', () => searchBox.current?.focus()]])
  return (
    <>
      <TextInput
        ref={searchBox}
        size="sm"
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<IconSearch size={16} />}
        rightSection={
          q ? (
            <CloseButton
              size="sm"
              aria-label={t('clearSearch')}
              onClick={() => onChange({ q: undefined }, true)}
            />
          ) : (
            <Kbd size="xs">/</Kbd>
          )
        }
        value={q}
        onChange={({ currentTarget }) => onChange({ q: currentTarget.value || undefined }, true)}
      />
      <StatusChips status={status} onChange={(next) => onChange({ status: next })} />
      <Group gap="xs" grow>
        <GroupFilter group={group} onChange={(next) => onChange({ group: next })} />
        <Select
          size="xs"
          aria-label={t('order.label')}
          allowDeselect={false}
          value={order}
          data={(['name', 'status', 'age'] as const).map((value) => ({
            value,
            label: t(`order.${value}`),
          }))}
          onChange={(value) => onChange({ order: value === 'name' ? undefined : (value as Order) })}
        />
      </Group>
    </>
  )
})
