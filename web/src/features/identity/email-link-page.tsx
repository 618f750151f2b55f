// Confirms a new e-mail address, or undoes its change. Opening the page does nothing: mail scanners open links.

import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { openClient } from '../../session/open-client.ts'
import { Failure } from '../../ui/failure.tsx'
import { AnchorLink } from '../../ui/links.tsx'
import { GoneCard, IdentityCard } from './identity-card.tsx'
import { isGone, useLinkSecret } from './link-secret.ts'

export function ConfirmEmailPage() {
  const { t } = useTranslation('identity')
  const secret = useLinkSecret()
  const confirming = useMutation({
    mutationFn: () => openClient.post('/session/email/confirm', { body: { secret } }),
  })
  if (confirming.isSuccess) {
    return <IdentityCard state="done" title={t('email.done')} hint={t('email.doneHint')} />
  }
  if (secret === '' || isGone(confirming.error)) return <GoneCard hint={t('email.gone')} />
  return (
    <IdentityCard title={t('email.title')} hint={t('email.hint')}>
      {confirming.error && <Failure error={confirming.error} />}
      <Button size="md" loading={confirming.isPending} onClick={() => confirming.mutate()}>
        {t('email.confirm')}
      </Button>
    </IdentityCard>
  )
}

export function UndoEmailPage() {
  const { t } = useTranslation('identity')
  const secret = useLinkSecret()
  const undoing = useMutation({
    mutationFn: () => openClient.post('/session/email/undo', { body: { secret } }),
  })
  if (undoing.isSuccess) {
    return (
      <IdentityCard state="done" title={t('undo.done')} hint={t('undo.doneHint')}>
        <AnchorLink to="/forgot">{t('undo.newPassword')}</AnchorLink>
      </IdentityCard>
    )
  }
  if (secret === '' || isGone(undoing.error)) return <GoneCard hint={t('undo.gone')} />
  return (
    <IdentityCard title={t('undo.title')} hint={t('undo.hint')}>
      {undoing.error && <Failure error={undoing.error} />}
      <Button size="md" loading={undoing.isPending} onClick={() => undoing.mutate()}>
        {t('undo.confirm')}
      </Button>
    </IdentityCard>
  )
}
