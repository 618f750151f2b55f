import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withRecentSignIn } from '../../../session/recent-sign-in.ts'
import { rastro } from '../../../session/session.ts'
import { useSecondFactor } from '../../../session/use-second-factor.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { RecoveryCodes } from '../../../ui/second-factor/recovery-codes.tsx'
import { Section } from '../../../ui/section.tsx'
import { useReloadFactors } from './use-second-factor.ts'

/** With fewer, the user is reminded to create new ones. */
const fewCodes = 4

/** Only for users who have a second factor. */
export function RecoveryCodeSection() {
  const { t } = useTranslation('second-factor')
  const { data } = useSecondFactor()
  const reload = useReloadFactors()
  const [isAsking, setIsAsking] = useState(false)
  const [codes, setCodes] = useState<string[]>([])
  if (!data || (!data.totpSince && data.passkeys === 0)) return null
  async function replace(): Promise<void> {
    const answer = await withRecentSignIn(() => rastro.post('/api/me/recoveryCodes'))
    setCodes(answer.recoveryCodes)
    await reload()
  }
  const left = data.recoveryCodesLeft
  return (
    <Section title={t('recovery.title')} description={t('recovery.hint')}>
      <Text {...(left < fewCodes && { c: 'var(--mantine-color-error)' })}>
        {t('recovery.left', { count: left })}
      </Text>
      {codes.length > 0 && <RecoveryCodes codes={codes} onDone={() => setCodes([])} />}
      <Group>
        <Button variant="default" onClick={() => setIsAsking(true)}>
          {t('recovery.replace')}
        </Button>
      </Group>
      {isAsking && (
        <ConfirmDialog
          title={t('recovery.replace')}
          action={t('recovery.replaceConfirm')}
          onConfirm={replace}
          onClose={() => setIsAsking(false)}
        >
          <Text size="sm">{t('recovery.replaceHint')}</Text>
        </ConfirmDialog>
      )}
    </Section>
  )
}
