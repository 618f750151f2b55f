// Confirms an action and describes its consequences.

import { Button, Group, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from './dialog.tsx'
import { Failure } from './failure.tsx'

export interface ConfirmDialogProps {
  title: string
  /** The consequences. */
  children: ReactNode
  action: string
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

export function ConfirmDialog({ title, children, action, onConfirm, onClose }: ConfirmDialogProps) {
  const { t } = useTranslation('ui')
  const doing = useMutation({ mutationFn: onConfirm, onSuccess: onClose })
  return (
    <Dialog onClose={onClose} title={title}>
      <Stack>
        {children}
        {doing.error && <Failure error={doing.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('cancel')}
          </Button>
          <Button color="red" loading={doing.isPending} onClick={() => doing.mutate()}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
