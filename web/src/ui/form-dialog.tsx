// A dialog with a form: fields, error, submit and cancel.

import { Button, Group, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from './dialog.tsx'
import type { KeptDraft } from './draft.ts'
import { DraftGuard } from './draft-guard.tsx'
import { Failure } from './failure.tsx'
import { isElsewhere } from './faults.ts'
import { LeaveDialog } from './leave-guard.tsx'

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
  /** Unsaved input: restored when the dialog opens again, and asked for before it closes. */
  draft?: KeptDraft
  onClose: () => void
  children: ReactNode
}

export function FormDialog(props: FormDialogProps) {
  const {
    title,
    action,
    sending,
    isWhole,
    fieldsWithFault = [],
    size = 'md',
    draft,
    onClose,
    children,
  } = props
  const { t } = useTranslation('ui')
  const [isAsking, setIsAsking] = useState(false)
  const close = () => (draft?.isUnsaved() ? setIsAsking(true) : onClose())
  function send(event: FormEvent): void {
    event.preventDefault()
    // React passes it on to a form that the dialog was opened from.
    event.stopPropagation()
    sending.mutate()
  }
  return (
    <Dialog onClose={close} title={title} size={size}>
      <form onSubmit={send}>
        <Stack>
          {draft && <DraftGuard draft={draft} />}
          {children}
          {isElsewhere(sending.error, fieldsWithFault) && <Failure error={sending.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={sending.isPending} disabled={!isWhole}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
      {draft && isAsking && <LeaveDialog draft={draft} onStay={() => setIsAsking(false)} onLeave={onClose} />}
    </Dialog>
  )
}
