import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'

interface GroupSelectProps {
  group: string | undefined
  onChange(group: string | undefined): void
}

/** Nothing to choose from: nothing is shown. */
export function GroupSelect({ group, onChange }: GroupSelectProps) {
  const { t } = useTranslation('fleet')
  const { data } = useQuery({
    queryKey: ['groups'],
    queryFn: () => rastro.get('/api/groups', { query: { limit: 1_000 } }),
    staleTime: 60_000,
  })
  const groups = data?.groups ?? []
  if (groups.length === 0 && group === undefined) return null
  return (
    <Select
      clearable
      searchable
      aria-label={t('group')}
      placeholder={t('everyGroup')}
      nothingFoundMessage={t('noGroup')}
      value={group ?? null}
      data={groups.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(value) => onChange(value ?? undefined)}
    />
  )
}
