// The dialog of `withRecentSignIn`: asks for the password again, so that a stolen token is not enough.

import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { RastroError } from '@rastro/client'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sentenceOf } from '../ui/failure.tsx'
import { inBackground } from '../ui/in-background.ts'
import type { PasswordRequest } from './recent-sign-in.ts'
import { session } from './session.ts'
import { useMe } from './use-me.ts'

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
  const [isBusy, setIsBusy] = useState(false)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setIsBusy(true)
    setRefusal(undefined)
    try {
      await session.signIn({ userName, password })
      request.answer(true)
    } catch (error) {
      const isWrong = error instanceof RastroError && error.status === 401
      setRefusal(isWrong ? t('confirmPassword.wrong') : sentenceOf(error, t))
      setIsBusy(false)
    }
  }

  return (
    <form
      onSubmit={(event) => {
        inBackground(submit(event))
      }}
    >
      <Stack>
        <Text size="sm">{t('confirmPassword.hint', { userName })}</Text>
        {/* For password managers, which look for the user name beside the password. */}
        <input type="text" hidden readOnly autoComplete="username" value={userName} />
        <PasswordInput
          label={t('confirmPassword.password')}
          autoComplete="current-password"
          data-autofocus
          required
          withAsterisk={false}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={refusal && <span role="alert">{refusal}</span>}
          visibilityToggleButtonProps={{ 'aria-label': t('confirmPassword.show') }}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => request.answer(false)}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={userName === ''}>
            {t('confirmPassword.confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
