// Confirms an irreversible action: describes the consequences and requires a typed word.

import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from './dialog.tsx'
import { Failure } from './failure.tsx'

export interface DangerDialogProps {
  title: string
  /** The consequences. */
  children: ReactNode
  /** The word to type: the name of the object. */
  word: string
  action: string
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

export function DangerDialog({ title, children, word, action, onConfirm, onClose }: DangerDialogProps) {
  const { t } = useTranslation('ui')
  const [typed, setTyped] = useState('')
  const doing = useMutation({ mutationFn: onConfirm, onSuccess: onClose })
  const isSure = typed.trim() === word.trim()

  function confirm(event: FormEvent): void {
    event.preventDefault()
    if (isSure) doing.mutate()
  }

  return (
    <Dialog onClose={onClose} title={title}>
      <form onSubmit={confirm}>
        <Stack>
          {children}
          <TextInput
            label={t('danger.type', { word })}
            autoComplete="off"
            data-autofocus
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {doing.error && <Failure error={doing.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" color="red" disabled={!isSure} loading={doing.isPending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
