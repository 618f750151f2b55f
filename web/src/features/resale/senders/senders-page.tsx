// The senders of the brand: the address of e-mails with its DNS records, and the sender of SMS.

import { Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../../../session/use-account.ts'
import { Failure } from '../../../ui/failure.tsx'
import { inBackground } from '../../../ui/in-background.ts'
import { AnchorLink } from '../../../ui/links.tsx'
import { Page } from '../../../ui/page.tsx'
import { ForResale } from '../for-resale.tsx'
import { EmailSenderSection } from './email-sender.tsx'
import { SmsApprovals } from './sms-approvals.tsx'
import { SmsSenderSection } from './sms-sender.tsx'
import { useSenders } from './use-senders.ts'

export function SendersPage() {
  const { t } = useTranslation('senders')
  return (
    <ForResale title={t('title')}>
      <OwnSenders />
    </ForResale>
  )
}

function OwnSenders() {
  const { t } = useTranslation('senders')
  const senders = useSenders()
  const isOperator = useAccount()?.isOperator === true
  const { data, error } = senders
  return (
    <Page title={t('title')} subtitle={<AnchorLink to="/console">{t('resale:title')}</AnchorLink>}>
      {error && !data && (
        <Failure
          error={error}
          onRetry={() => {
            inBackground(senders.refetch())
          }}
        />
      )}
      {senders.isPending && <Loader aria-label={t('ui:loading')} />}
      {data && (
        <>
          <EmailSenderSection sender={data.email} />
          <SmsSenderSection sender={data.sms} />
          {isOperator && <SmsApprovals />}
        </>
      )}
    </Page>
  )
}
