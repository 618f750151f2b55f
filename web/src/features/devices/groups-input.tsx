import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { useMe } from '../../session/use-me.ts'

interface GroupsInputProps {
  value?: string[]
  onChange?(groups: string[]): void
  error?: React.ReactNode
  /** Users of some groups choose among these for a new device, and cannot move it later. */
  isNew?: boolean
}

export function useGroups() {
  const { data } = useQuery({
    queryKey: ['groups'],
    queryFn: () => rastro.get('/api/groups', { query: { limit: 1_000 } }),
    staleTime: 60_000,
  })
  return (data?.groups ?? []).map(({ id, name }) => ({ value: id, label: name }))
}

export function GroupsInput({ value, onChange, error, isNew = false }: GroupsInputProps) {
  const { t } = useTranslation('devices')
  const groups = useGroups()
  const isLimited = useMe()?.role === 'standard'
  return (
    <MultiSelect
      label={t('groups')}
      description={t('groupsHint')}
      placeholder={value?.length ? undefined : t('noGroup')}
      searchable
      clearable
      disabled={isLimited && !isNew}
      data={groups}
      value={value ?? []}
      error={error}
      {...(onChange && { onChange })}
    />
  )
}
