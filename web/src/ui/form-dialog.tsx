// A dialog that asks for something and sends it: its fields, what went wrong, and the two ways out.

import { Button, Group, Modal, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Failure } from './failure.tsx'
import { isElsewhere } from './faults.ts'

export interface FormDialogProps {
  title: string
  /** What the button that sends it says. */
  action: string
  sending: { isPending: boolean; error: Error | null; mutate: () => void }
  /** Whether all is there that must be. */
  isWhole: boolean
  /** Fields that say what the server found wrong with them; the dialog says the rest. */
  saysItself?: string[]
  size?: 'md' | 'lg'
  onClose: () => void
  children: ReactNode
}

export function FormDialog(props: FormDialogProps) {
  const { title, action, sending, isWhole, saysItself = [], size = 'md', onClose, children } = props
  const { t } = useTranslation('ui')
  function send(event: FormEvent): void {
    event.preventDefault()
    sending.mutate()
  }
  return (
    <Modal opened onClose={onClose} title={title} size={size} closeButtonProps={{ 'aria-label': t('close') }}>
      <form onSubmit={send}>
        <Stack>
          {children}
          {isElsewhere(sending.error, saysItself) && <Failure error={sending.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={sending.isPending} disabled={!isWhole}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
