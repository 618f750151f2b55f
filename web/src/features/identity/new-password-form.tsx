import { Button, PasswordInput, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Failure } from '../../ui/failure.tsx'
import { faultAt, isElsewhere } from '../../ui/faults.ts'

/** For a user with a second factor. The server asks 15 characters of others, and returns what is wrong. */
const minLength = 12

interface NewPasswordFormProps {
  /** For the browser's password manager. */
  userName?: string
  error: unknown
  isBusy: boolean
  onChosen: (password: string) => void
  /** More fields. */
  children?: ReactNode
}

export function NewPasswordForm({ userName, error, isBusy, onChosen, children }: NewPasswordFormProps) {
  const { t } = useTranslation('identity')
  const [wanted, setWanted] = useState('')
  const [again, setAgain] = useState('')
  const isDifferent = again !== '' && again !== wanted
  const fault = faultAt(error, 'newPassword')
  function choose(event: FormEvent): void {
    event.preventDefault()
    onChosen(wanted)
  }
  const common = {
    autoComplete: 'new-password',
    required: true,
    withAsterisk: false,
    maxLength: 256,
    visibilityToggleButtonProps: { 'aria-label': t('ui:confirmPassword.show') },
  }
  return (
    <form onSubmit={choose}>
      <Stack>
        {userName && <input type="text" hidden readOnly autoComplete="username" value={userName} />}
        <PasswordInput
          {...common}
          label={t('password.wanted')}
          description={t('password.hint')}
          autoFocus
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
          error={fault && <span role="alert">{fault}</span>}
        />
        <PasswordInput
          {...common}
          label={t('password.again')}
          value={again}
          onChange={(event) => setAgain(event.currentTarget.value)}
          error={isDifferent && <span role="alert">{t('password.different')}</span>}
        />
        {children}
        {isElsewhere(error, ['newPassword']) && <Failure error={error} />}
        <Button type="submit" loading={isBusy} disabled={wanted.length < minLength || wanted !== again}>
          {t('password.save')}
        </Button>
      </Stack>
    </form>
  )
}
