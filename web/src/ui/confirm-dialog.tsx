// Confirms an action and describes its consequences.

import { Button, Group, Modal, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
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
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('close') }}>
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
    </Modal>
  )
}
