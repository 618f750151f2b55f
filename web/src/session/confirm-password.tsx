// The dialog behind `withProof`: the password once more, for what a found token must not do.

import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { RastroError } from '@rastro/client'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sentenceOf } from '../ui/failure.tsx'
import type { ProofRequest } from './proof.ts'
import { useProofRequest } from './proof.ts'
import { session } from './session.ts'
import { useMe } from './use-me.ts'

export function ConfirmPassword() {
  const { t } = useTranslation('ui')
  const request = useProofRequest()
  return (
    <Modal
      opened={request !== undefined}
      onClose={() => request?.answer(false)}
      title={t('proof.title')}
      zIndex={400}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {request && <PasswordForm request={request} />}
    </Modal>
  )
}

function PasswordForm({ request }: { request: ProofRequest }) {
  const { t } = useTranslation('ui')
  const userName = useMe()?.userName ?? ''
  const [password, setPassword] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  async function prove(event: FormEvent): Promise<void> {
    event.preventDefault()
    setIsBusy(true)
    setRefusal(undefined)
    try {
      await session.signIn({ userName, password })
      request.answer(true)
    } catch (error) {
      const isWrong = error instanceof RastroError && error.status === 401
      setRefusal(isWrong ? t('proof.wrong') : sentenceOf(error, t))
      setIsBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void prove(event)}>
      <Stack>
        <Text size="sm">{t('proof.says', { userName })}</Text>
        {/* For password managers, which look for the name beside the password. */}
        <input type="text" hidden readOnly autoComplete="username" value={userName} />
        <PasswordInput
          label={t('proof.password')}
          autoComplete="current-password"
          data-autofocus
          required
          withAsterisk={false}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={refusal && <span role="alert">{refusal}</span>}
          visibilityToggleButtonProps={{ 'aria-label': t('proof.show') }}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => request.answer(false)}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={userName === ''}>
            {t('proof.confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
