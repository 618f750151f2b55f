// Changes the caller's password. The server ends all other sessions.

import { Button, Group, PasswordInput, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { User } from '@rastro/client'
import { RastroError } from '@rastro/client'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { askForPasskey, canUsePasskeys, isCancelled } from '../../session/passkey.ts'
import { PasskeyButtons } from '../../session/passkey-buttons.tsx'
import { session } from '../../session/session.ts'
import { useSecondFactor } from '../../session/use-second-factor.ts'
import { Failure } from '../../ui/failure.tsx'
import { faultAt, isElsewhere } from '../../ui/faults.ts'
import { CodeField, isCode } from '../../ui/second-factor/code-field.tsx'
import { Section } from '../../ui/section.tsx'

const minLength = 12
const nothing = { current: '', wanted: '', again: '' }

export function ChangePassword({ me }: { me: User }) {
  const { t } = useTranslation('preferences')
  const [typed, setTyped] = useState(nothing)
  const { current, wanted, again } = typed
  const { userName } = me
  const [code, setCode] = useState('')
  const factors = useSecondFactor().data
  const hasApp = Boolean(factors?.totpSince)
  const hasPasskey = factors !== undefined && factors.passkeys > 0 && canUsePasskeys()
  const changing = useMutation({
    mutationFn: async (factor: { code?: string } | { askPasskey: () => Promise<object> }) => {
      const proof = 'askPasskey' in factor ? { passkey: await factor.askPasskey() } : factor
      await session.changePassword({ userName, password: current, newPassword: wanted, ...proof })
    },
    onSuccess: () => {
      setTyped(nothing)
      setCode('')
      notifications.show({ message: t('passwordChanged') })
    },
  })
  const { error } = changing
  const reason = error instanceof RastroError ? error.code : undefined
  const isWrong = reason === 'session.refused'
  const isWrongCode = reason === 'session.code_wrong'
  const isElse = error !== null && !isWrong && !isWrongCode && !isCancelled(error)
  const isComplete = current !== '' && wanted.length >= minLength && wanted === again
  const isDifferent = again !== '' && again !== wanted
  function change(event: FormEvent): void {
    event.preventDefault()
    changing.mutate(hasApp ? { code } : {})
  }
  const field = (name: keyof typeof nothing, autoComplete: string, error: string | undefined) => (
    <PasswordInput
      label={t(`passwords.${name}`)}
      autoComplete={autoComplete}
      required
      withAsterisk={false}
      {...(name === 'wanted' && { description: t('wantedHint') })}
      value={typed[name]}
      onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, [name]: value }))}
      error={error && <span role="alert">{error}</span>}
      visibilityToggleButtonProps={{ 'aria-label': t('ui:confirmPassword.show') }}
    />
  )
  return (
    <Section title={t('password')} description={t('passwordHint')}>
      <form onSubmit={change}>
        <Stack>
          <input type="text" hidden readOnly autoComplete="username" value={userName} />
          {field('current', 'current-password', isWrong ? t('ui:confirmPassword.wrong') : undefined)}
          {field('wanted', 'new-password', faultAt(error, 'newPassword'))}
          {field('again', 'new-password', isDifferent ? t('different') : undefined)}
          {hasApp && (
            <CodeField
              value={code}
              onChange={setCode}
              error={isWrongCode ? t('second-factor:step.wrong') : undefined}
            />
          )}
          {isElse && isElsewhere(error, ['newPassword']) && <Failure error={error} />}
          <Group>
            {(hasApp || !hasPasskey) && (
              <Button
                type="submit"
                loading={changing.isPending}
                disabled={!isComplete || (hasApp && !isCode(code))}
              >
                {t('changePassword')}
              </Button>
            )}
            {hasPasskey && (
              <PasskeyButtons
                label={t('changeWithPasskey')}
                isMain={!hasApp}
                isBusy={changing.isPending}
                isDisabled={!isComplete}
                onUse={(host) => changing.mutate({ askPasskey: () => askForPasskey(host) })}
              />
            )}
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
