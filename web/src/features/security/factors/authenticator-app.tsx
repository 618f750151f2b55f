// The authenticator app: set up, replace, remove.

import { Button, Group, Loader, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withRecentSignIn } from '../../../session/recent-sign-in.ts'
import { rastro } from '../../../session/session.ts'
import { useSecondFactor } from '../../../session/use-second-factor.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Failure, sentenceOf } from '../../../ui/failure.tsx'
import { inBackground } from '../../../ui/in-background.ts'
import { AppSetup } from '../../../ui/second-factor/app-setup.tsx'
import { RecoveryCodes } from '../../../ui/second-factor/recovery-codes.tsx'
import { Section } from '../../../ui/section.tsx'
import { useFormat } from '../../../ui/use-format.ts'
import { useReloadFactors } from './use-second-factor.ts'

export function AuthenticatorApp() {
  const { t } = useTranslation('second-factor')
  const { dateTime } = useFormat()
  const { data, error, isPending, refetch } = useSecondFactor()
  const reload = useReloadFactors()
  const [isRemoving, setIsRemoving] = useState(false)
  const [codes, setCodes] = useState<string[]>([])
  const starting = useMutation({ mutationFn: () => withRecentSignIn(() => rastro.post('/api/me/totp')) })
  const confirming = useMutation({
    mutationFn: (code: string) => rastro.post('/api/me/totp/confirm', { body: { code } }),
    async onSuccess({ recoveryCodes }) {
      starting.reset()
      setCodes(recoveryCodes)
      await reload()
    },
  })
  async function remove(): Promise<void> {
    await withRecentSignIn(() => rastro.delete('/api/me/totp'))
    await reload()
  }
  const since = data?.totpSince
  return (
    <Section title={t('app.title')} description={t('app.hint')}>
      {error && !data && <Failure error={error} onRetry={() => inBackground(refetch())} />}
      {isPending && <Loader aria-label={t('ui:loading')} />}
      {data && <Text>{since ? t('app.since', { when: dateTime(since) }) : t('app.none')}</Text>}
      {codes.length > 0 && <RecoveryCodes codes={codes} onDone={() => setCodes([])} />}
      {starting.error && <Failure error={starting.error} />}
      {data && (
        <Group>
          <Button variant="default" loading={starting.isPending} onClick={() => starting.mutate()}>
            {t(since ? 'app.replace' : 'app.add')}
          </Button>
          {since && (
            <Button variant="default" onClick={() => setIsRemoving(true)}>
              {t('app.remove')}
            </Button>
          )}
        </Group>
      )}
      {starting.data && (
        <Dialog onClose={starting.reset} title={t('app.add')}>
          <AppSetup
            secret={starting.data.secret}
            uri={starting.data.uri}
            error={confirming.error ? sentenceOf(confirming.error, t) : undefined}
            isBusy={confirming.isPending}
            onCode={(code) => confirming.mutate(code)}
          />
        </Dialog>
      )}
      {isRemoving && (
        <ConfirmDialog
          title={t('app.remove')}
          action={t('app.removeConfirm')}
          onConfirm={remove}
          onClose={() => setIsRemoving(false)}
        >
          <Text size="sm">{t('app.removeHint')}</Text>
        </ConfirmDialog>
      )}
    </Section>
  )
}
