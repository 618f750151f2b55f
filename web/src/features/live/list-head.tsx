// Search, status filter, group filter and order of the list.

import { CloseButton, Kbd, Skeleton, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import type { KeyboardEvent, RefObject } from 'react'
import { lazy, memo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { LatePart } from '../../ui/late-part.tsx'
import type { RowsHandle } from './device-rows.tsx'
import type { ChangeLive, LiveSearch } from './live-search.ts'
import { StatusChips } from './status-chips.tsx'
import { useHasList } from './use-has-list.ts'

// The drop-downs are a large part of the library, and the list does not wait for them.
const ListChoices = lazy(async () => ({ default: (await import('./list-choices.tsx')).ListChoices }))

const choicesSpace = <Skeleton height={30} />

interface ListHeadProps {
  search: LiveSearch
  rows: RefObject<RowsHandle | null>
  onChange: ChangeLive
}

/** Not rendered again when rows change. */
export const ListHead = memo(function ListHead({ search, rows, onChange }: ListHeadProps) {
  const { t } = useTranslation('live')
  const hasList = useHasList()
  const searchBox = useRef<HTMLInputElement>(null)
  const { q = '', status, group, order = 'name' } = search
  useHotkeys([['/', () => searchBox.current?.focus()]])
  const intoList = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') rows.current?.focus()
    else if (event.key === 'Enter') rows.current?.openFirst()
    else return
    event.preventDefault()
  }
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
        onKeyDown={intoList}
        onChange={({ currentTarget }) => onChange({ q: currentTarget.value || undefined }, true)}
      />
      <StatusChips status={status} onChange={(next) => onChange({ status: next })} />
      {hasList ? (
        <LatePart fallback={choicesSpace}>
          <ListChoices group={group} order={order} onChange={onChange} />
        </LatePart>
      ) : (
        choicesSpace
      )}
    </>
  )
})
