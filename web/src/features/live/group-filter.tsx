import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'

interface GroupFilterProps {
  group: string | undefined
  onChange(group: string | undefined): void
}

export function GroupFilter({ group, onChange }: GroupFilterProps) {
  const { t } = useTranslation('live')
  const { data } = useQuery({
    queryKey: ['groups'],
    queryFn: () => rastro.get('/api/groups', { query: { limit: 1_000 } }),
    staleTime: 60_000,
  })
  return (
    <Select
      size="xs"
      clearable
      searchable
      aria-label={t('group')}
      placeholder={t('everyGroup')}
      nothingFoundMessage={t('noGroup')}
      value={group ?? null}
      data={(data?.groups ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(value) => onChange(value ?? undefined)}
    />
  )
}
