// The dialog of `withRecentSignIn`: asks for password and second factor again, so that a stolen token is not enough.

import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { RastroError } from '@rastro/client'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sentenceOf } from '../ui/failure.tsx'
import { inBackground } from '../ui/in-background.ts'
import { CodeField, isCode } from '../ui/second-factor/code-field.tsx'
import { canUsePasskeys, isCancelled, proveWithPasskey } from './passkey.ts'
import { PasskeyButtons } from './passkey-buttons.tsx'
import type { PasswordRequest } from './recent-sign-in.ts'
import { rastro, session } from './session.ts'
import { openProvider } from './sso.ts'
import { useMe } from './use-me.ts'
import { useSecondFactor } from './use-second-factor.ts'

export function ConfirmPassword({ request }: { request: PasswordRequest | undefined }) {
  const { t } = useTranslation('ui')
  return (
    <Modal
      opened={request !== undefined}
      onClose={() => request?.answer(false)}
      title={t('confirmPassword.title')}
      zIndex={400}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {request && <PasswordForm request={request} />}
    </Modal>
  )
}

function PasswordForm({ request }: { request: PasswordRequest }) {
  const { t } = useTranslation('ui')
  const userName = useMe()?.userName ?? ''
  const [password, setPassword] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const [code, setCode] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const factors = useSecondFactor().data
  const hasApp = Boolean(factors?.totpSince)
  const hasPasskey = factors !== undefined && factors.passkeys > 0 && canUsePasskeys()
  /** The password proves nothing without the factor that the user has. */
  const isSso = useIsSsoSession()
  const asksPassword = hasApp || !(hasPasskey || isSso)

  async function proveAtProvider(): Promise<void> {
    if ((await openProvider('proof')) !== 'proven') throw new ProofError(t('confirmPassword.ssoFailed'))
    await session.prove({ sso: true })
  }

  async function prove(work: () => Promise<void>): Promise<void> {
    setIsBusy(true)
    setRefusal(undefined)
    try {
      await work()
      request.answer(true)
    } catch (error) {
      const isPasskey = error instanceof RastroError && error.code === 'session.passkey_refused'
      const isWrong = error instanceof RastroError && error.status === 401 && !isPasskey
      const wrong = t(hasApp ? 'confirmPassword.wrongOrCode' : 'confirmPassword.wrong')
      const isProvider = error instanceof ProofError
      const sentence = isProvider ? error.message : isWrong ? wrong : sentenceOf(error, t)
      if (!isCancelled(error)) setRefusal(sentence)
      setIsBusy(false)
    }
  }

  function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    return prove(() => session.prove({ password, ...(hasApp && { code }) }))
  }

  return (
    <form
      onSubmit={(event) => {
        inBackground(submit(event))
      }}
    >
      <Stack>
        <Text size="sm">{t(hintOf({ asksPassword, isSso }), { userName })}</Text>
        {/* For password managers, which look for the user name beside the password. */}
        <input type="text" hidden readOnly autoComplete="username" value={userName} />
        {asksPassword && (
          <PasswordInput
            label={t('confirmPassword.password')}
            autoComplete="current-password"
            data-autofocus
            required
            withAsterisk={false}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': t('confirmPassword.show') }}
          />
        )}
        {hasApp && <CodeField value={code} onChange={setCode} />}
        {refusal && (
          <Text c="var(--mantine-color-error)" size="sm" role="alert">
            {refusal}
          </Text>
        )}
        {isSso && (
          <Button variant="default" loading={isBusy} onClick={() => inBackground(prove(proveAtProvider))}>
            {t('confirmPassword.sso')}
          </Button>
        )}
        {hasPasskey && (
          <PasskeyButtons
            label={t('second-factor:passkey.use')}
            isBusy={isBusy}
            onUse={(host) => inBackground(prove(() => proveWithPasskey(host)))}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => request.answer(false)}>
            {t('cancel')}
          </Button>
          {asksPassword && (
            <Button
              type="submit"
              loading={isBusy}
              disabled={userName === '' || !factors || (hasApp && !isCode(code))}
            >
              {t('confirmPassword.confirm')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

class ProofError extends Error {
  override name = 'ProofError'
}

function hintOf({ asksPassword, isSso }: { asksPassword: boolean; isSso: boolean }): string {
  if (asksPassword) return 'confirmPassword.hint'
  return isSso ? 'confirmPassword.hintSso' : 'confirmPassword.hintPasskey'
}

/** Whether the user signed in with the provider of the account: there may be no password. */
function useIsSsoSession(): boolean {
  const sessions = useQuery({
    queryKey: ['own-session-method'],
    queryFn: async () => (await rastro.get('/api/me/sessions')).sessions,
    staleTime: 60_000,
  })
  return sessions.data?.some(({ isCurrent, method }) => isCurrent && method === 'sso') ?? false
}
