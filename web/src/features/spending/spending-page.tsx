import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { Page } from '../../ui/page.tsx'
import { spendingKey } from './caps.ts'
import { CapsForm } from './caps-form.tsx'

const everyMs = 30_000

export function SpendingPage() {
  const { t } = useTranslation('spending')
  const answer = useQuery({
    queryKey: spendingKey,
    queryFn: () => rastro.get('/api/account/spendingCaps'),
    refetchInterval: everyMs,
  })
  return (
    <Page title={t('title')} subtitle={t('subtitle')}>
      {answer.error && !answer.data && (
        <Failure
          error={answer.error}
          onRetry={() => {
            inBackground(answer.refetch())
          }}
        />
      )}
      {answer.isPending && <Loader aria-label={t('ui:loading')} />}
      {answer.data && <CapsForm caps={answer.data.caps} currency={answer.data.currency} />}
    </Page>
  )
}
