// The second step of a sign-in: the code of the app, a passkey, or a recovery code.

import { Button, Stack, Text, TextInput, Title } from '@mantine/core'
import type { PendingSignIn } from '@rastro/client'
import { RastroError } from '@rastro/client'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { canUsePasskeys, isCancelled, signInWithPasskey } from '../../session/passkey.ts'
import { PasskeyButtons } from '../../session/passkey-buttons.tsx'
import { session } from '../../session/session.ts'
import { sentenceOf } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { CodeField, isCode } from '../../ui/second-factor/code-field.tsx'

export interface SecondStepProps {
  methods: PendingSignIn['methods']
  onSignedIn: () => void
  /** The step has ended: back to the password. */
  onEnded: (reason: string) => void
}

export function SecondStep({ methods, onSignedIn, onEnded }: SecondStepProps) {
  const { t } = useTranslation('second-factor')
  const hasApp = methods.includes('totp')
  const hasPasskey = methods.includes('passkey') && canUsePasskeys()
  const [isRecovering, setIsRecovering] = useState(!hasApp && !hasPasskey)
  const [code, setCode] = useState('')
  const [recoveryCode, setRecoveryCode] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  async function enter(work: () => Promise<unknown>): Promise<void> {
    setRefusal(undefined)
    setIsBusy(true)
    try {
      await work()
      onSignedIn()
    } catch (error) {
      const reason = error instanceof RastroError ? error.code : undefined
      setCode('')
      if (reason === 'session.step_ended') onEnded(t('step.ended'))
      else if (reason === 'session.code_wrong')
        setRefusal(t(isRecovering ? 'step.wrongRecovery' : 'step.wrong'))
      else if (!isCancelled(error)) setRefusal(sentenceOf(error, t))
    } finally {
      setIsBusy(false)
    }
  }

  const hasCode = hasApp && !isRecovering
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        inBackground(enter(() => session.finishSignIn(hasCode ? { code } : { recoveryCode })))
      }}
    >
      <Stack>
        <div>
          <Title order={1} size="h2">
            {t('step.title')}
          </Title>
          <Text c="dimmed" size="sm">
            {t(isRecovering ? 'step.hintRecovery' : hasApp ? 'step.hint' : 'step.hintPasskey')}
          </Text>
        </div>
        {hasCode && <CodeField value={code} onChange={setCode} hasFocus />}
        {isRecovering && (
          <TextInput
            label={t('step.recoveryCode')}
            autoComplete="off"
            autoFocus
            required
            withAsterisk={false}
            value={recoveryCode}
            onChange={(event) => setRecoveryCode(event.currentTarget.value)}
          />
        )}
        {refusal && (
          <Text c="var(--mantine-color-error)" size="sm" role="alert">
            {refusal}
          </Text>
        )}
        {(hasCode || isRecovering) && (
          <Button type="submit" loading={isBusy} disabled={hasCode ? !isCode(code) : recoveryCode === ''}>
            {t('step.confirm')}
          </Button>
        )}
        {hasPasskey && !isRecovering && (
          <PasskeyButtons
            label={t('passkey.signIn')}
            isMain={!hasApp}
            isBusy={isBusy}
            onUse={(host) => inBackground(enter(() => signInWithPasskey(host)))}
          />
        )}
        {methods.includes('recoveryCode') && (hasApp || hasPasskey) && (
          <Button
            variant="subtle"
            onClick={() => {
              setRefusal(undefined)
              setIsRecovering(!isRecovering)
            }}
          >
            {t(isRecovering ? 'step.useOther' : 'step.useRecovery')}
          </Button>
        )}
      </Stack>
    </form>
  )
}
