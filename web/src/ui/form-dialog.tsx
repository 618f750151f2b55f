// A dialog with a form: fields, error, submit and cancel.

import { Button, Group, Modal, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Failure } from './failure.tsx'
import { isElsewhere } from './faults.ts'

export interface FormDialogProps {
  title: string
  /** The label of the submit button. */
  action: string
  sending: { isPending: boolean; error: Error | null; mutate: () => void }
  /** Whether the form can be submitted. */
  isWhole: boolean
  /** Fields that show their own faults; the dialog shows the others. */
  fieldsWithFault?: string[]
  size?: 'md' | 'lg'
  onClose: () => void
  children: ReactNode
}

export function FormDialog(props: FormDialogProps) {
  const { title, action, sending, isWhole, fieldsWithFault = [], size = 'md', onClose, children } = props
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
          {isElsewhere(sending.error, fieldsWithFault) && <Failure error={sending.error} />}
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
