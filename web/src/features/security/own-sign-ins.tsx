import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { Section } from '../../ui/section.tsx'
import { SignInList } from '../../ui/sign-ins/sign-in-list.tsx'

const pageSize = 20

export function OwnSignIns() {
  const { t } = useTranslation('security')
  const pages = useInfiniteQuery({
    queryKey: ['sign-ins', 'own'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      rastro.get('/api/me/signIns', { query: { limit: pageSize, ...(pageParam && { cursor: pageParam }) } }),
    getNextPageParam: (last) => last.nextCursor,
  })
  return (
    <Section title={t('signIns.title')} description={t('signIns.hint')}>
      <SignInList of={pages} />
    </Section>
  )
}
