// Stops the reset of a second factor. Opening the page does nothing: mail scanners open links.

import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { openClient } from '../../session/open-client.ts'
import { Failure } from '../../ui/failure.tsx'
import { GoneCard, IdentityCard } from './identity-card.tsx'
import { isGone, useLinkSecret } from './link-secret.ts'

export function StopRecoveryPage() {
  const { t } = useTranslation('second-factor')
  const secret = useLinkSecret()
  const stopping = useMutation({
    mutationFn: () => openClient.post('/session/recovery/stop', { body: { secret } }),
  })
  if (stopping.isSuccess) {
    return <IdentityCard state="done" title={t('stop.done')} hint={t('stop.doneHint')} />
  }
  if (secret === '' || isGone(stopping.error)) return <GoneCard hint={t('stop.gone')} />
  return (
    <IdentityCard title={t('stop.title')} hint={t('stop.hint')}>
      {stopping.error && <Failure error={stopping.error} />}
      <Button size="md" color="red" loading={stopping.isPending} onClick={() => stopping.mutate()}>
        {t('stop.confirm')}
      </Button>
    </IdentityCard>
  )
}
