// Changes the caller's password. The server ends all other sessions.

import { Button, Group, PasswordInput, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { User } from '@rastro/client'
import { RastroError } from '@rastro/client'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { session } from '../../session/session.ts'
import { Failure } from '../../ui/failure.tsx'
import { faultAt, isElsewhere } from '../../ui/faults.ts'
import { Section } from '../../ui/section.tsx'

const minLength = 12
const nothing = { current: '', wanted: '', again: '' }

export function ChangePassword({ me }: { me: User }) {
  const { t } = useTranslation('preferences')
  const [typed, setTyped] = useState(nothing)
  const { current, wanted, again } = typed
  const { userName } = me
  const changing = useMutation({
    mutationFn: () => session.changePassword({ userName, password: current, newPassword: wanted }),
    onSuccess: () => {
      setTyped(nothing)
      notifications.show({ message: t('passwordChanged') })
    },
  })
  const isWrong = changing.error instanceof RastroError && changing.error.status === 401
  const isDifferent = again !== '' && again !== wanted
  function change(event: FormEvent): void {
    event.preventDefault()
    changing.mutate()
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
          {field('wanted', 'new-password', faultAt(changing.error, 'newPassword'))}
          {field('again', 'new-password', isDifferent ? t('different') : undefined)}
          {!isWrong && isElsewhere(changing.error, ['newPassword']) && <Failure error={changing.error} />}
          <Group>
            <Button
              type="submit"
              loading={changing.isPending}
              disabled={current === '' || wanted.length < minLength || wanted !== again}
            >
              {t('changePassword')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
