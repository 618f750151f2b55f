// Approves or refuses a request for a support session. Opening the page does nothing: mail scanners open links.

import { Button, Group, Loader, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { openClient } from '../../session/open-client.ts'
import { Failure } from '../../ui/failure.tsx'
import { FormatProvider } from '../../ui/format-provider.tsx'
import { AnchorLink } from '../../ui/links.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { GoneCard, IdentityCard } from './identity-card.tsx'
import { isGone, useLinkSecret } from './link-secret.ts'

export function SupportRequestPage() {
  return (
    <FormatProvider timeZone={undefined}>
      <SupportRequest />
    </FormatProvider>
  )
}

function SupportRequest() {
  const { t } = useTranslation('support')
  const format = useFormat()
  const secret = useLinkSecret()
  const request = useQuery({
    queryKey: ['support-link', secret],
    enabled: secret !== '',
    retry: false,
    queryFn: () => openClient.post('/session/supportRequest', { body: { secret } }),
  })
  const answering = useMutation({
    mutationFn: (isApproved: boolean) =>
      openClient.post('/session/supportRequest/answer', { body: { secret, isApproved } }),
  })
  if (answering.isSuccess) {
    return (
      <IdentityCard state="done" title={t(answering.variables ? 'link.approved' : 'link.refused')}>
        <AnchorLink to="/settings/support">{t('link.show')}</AnchorLink>
      </IdentityCard>
    )
  }
  if (secret === '' || isGone(request.error) || isGone(answering.error)) {
    return <GoneCard hint={t('link.gone')} />
  }
  const { data } = request
  const error = request.error ?? answering.error
  return (
    <IdentityCard title={t('link.title')} hint={t('link.hint')}>
      {request.isPending && <Loader aria-label={t('ui:loading')} />}
      {error && <Failure error={error} />}
      {data && (
        <>
          <Text>{t('link.who', { name: data.visitorName, organization: data.organization })}</Text>
          <Text>{data.reason}</Text>
          <Text size="sm" c="dimmed">
            {t('link.lasts', {
              minutes: format.number(data.minutes),
              time: format.dateTime(data.expiresAt),
            })}
          </Text>
          <Group>
            <Button
              size="md"
              loading={answering.isPending && answering.variables}
              onClick={() => answering.mutate(true)}
            >
              {t('approveRead')}
            </Button>
            <Button
              size="md"
              variant="default"
              loading={answering.isPending && !answering.variables}
              onClick={() => answering.mutate(false)}
            >
              {t('refuse')}
            </Button>
          </Group>
        </>
      )}
    </IdentityCard>
  )
}
