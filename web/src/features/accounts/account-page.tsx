import { Code, Loader, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { accountKey } from '../../session/use-account.ts'
import { useMe } from '../../session/use-me.ts'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { AccountForm } from './account-form.tsx'
import { CloseAccount } from './close-account.tsx'
import { ExportAccount } from './export-account.tsx'
import { HistoryDays } from './history-days.tsx'
import { LicensesInUse } from './licenses-in-use.tsx'
import { SignInPolicy } from './sign-in-policy.tsx'
import { SignOut } from './sign-out.tsx'
import { TransferOwnership } from './transfer-ownership.tsx'

const everyMs = 30_000

export function AccountPage() {
  const { t } = useTranslation('accounts')
  const me = useMe()
  const answer = useQuery({
    queryKey: [...accountKey, 'with usage'],
    queryFn: () => rastro.get('/api/account'),
    refetchInterval: everyMs,
  })
  const account = answer.data?.account
  return (
    <Page title={t('title')} subtitle={account && <Code>{account.id}</Code>}>
      {answer.error && !account && (
        <Failure
          error={answer.error}
          onRetry={() => {
            inBackground(answer.refetch())
          }}
        />
      )}
      {answer.isPending && <Loader aria-label={t('ui:loading')} />}
      {account && (
        <>
          {account.licenses && <LicensesInUse licenses={account.licenses} />}
          <AccountForm key={account.modifiedAt} account={account} mayChange={me?.role !== 'standard'} />
          <HistoryDays
            key={`history ${account.historyDays}`}
            account={account}
            mayChange={me?.role !== 'standard'}
          />
          {me?.role !== 'standard' && answer.data?.apiDailyUsage !== undefined && (
            <UsageToday units={answer.data.apiDailyUsage} />
          )}
          {me && me.role !== 'standard' && <SignInPolicy />}
          {me?.role === 'owner' && <TransferOwnership />}
          {me?.role === 'owner' && <ExportAccount />}
          {me?.role === 'owner' && account.status !== 'closing' && <CloseAccount account={account} />}
          <SignOut />
        </>
      )}
    </Page>
  )
}

function UsageToday({ units }: { units: number }) {
  const { t } = useTranslation('accounts')
  const { number } = useFormat()
  return (
    <Section title={t('usage')} description={t('usageHint')}>
      <Text>{t('usageUnits', { count: units, units: number(units) })}</Text>
    </Section>
  )
}
