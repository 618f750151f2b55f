import { List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { Failure } from '../../ui/failure.tsx'
import { AnchorLink } from '../../ui/links.tsx'
import { Section } from '../../ui/section.tsx'

const maxShown = 100

/** The users whose scope is this group. Owner and administrators see every group. */
export function VisibleTo({ groupId }: { groupId: string }) {
  const { t } = useTranslation('groups')
  const { data, error } = useQuery({
    queryKey: ['users', 'of-group', groupId],
    queryFn: () => rastro.get('/api/users', { query: { groupId, limit: maxShown } }),
  })
  return (
    <Section title={t('viewers.title')} description={t('viewers.hint')}>
      {error && <Failure error={error} />}
      {data?.users.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('viewers.none')}
        </Text>
      )}
      {data && data.users.length > 0 && (
        <List size="sm" spacing={4}>
          {data.users.map(({ id, name, userName }) => (
            <List.Item key={id}>
              <AnchorLink to="/settings/users/$userId" params={{ userId: id }} size="sm">
                {name}
              </AnchorLink>{' '}
              <Text span size="sm" c="dimmed">
                {userName}
              </Text>
            </List.Item>
          ))}
        </List>
      )}
    </Section>
  )
}
