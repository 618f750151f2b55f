// Asks once before unsaved changes are left: inside the interface by a dialog, otherwise by the browser.

import { Button, Group, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from './dialog.tsx'
import type { KeptDraft } from './draft.ts'

export interface Place {
  pathname: string
  search: object
}

interface LeaveGuardProps {
  draft: KeptDraft
  /** Whether the form closes between these two. By default another path does; tabs and tools are in the search. */
  isLeaving?: (from: Place, to: Place) => boolean
}

const isOtherPath = (from: Place, to: Place) => from.pathname !== to.pathname

export function LeaveGuard({ draft, isLeaving = isOtherPath }: LeaveGuardProps) {
  const latest = useRef({ draft, isLeaving })
  latest.current = { draft, isLeaving }
  const shouldBlockFn = useCallback(({ current, next }: { current: Place; next: Place }) => {
    const { draft, isLeaving } = latest.current
    // A session that ended leads to the sign-in form and back: the draft waits.
    return draft.isUnsaved() && next.pathname !== '/sign-in' && isLeaving(current, next)
  }, [])
  const enableBeforeUnload = useCallback(() => latest.current.draft.isUnsaved(), [])
  const blocker = useBlocker({ shouldBlockFn, enableBeforeUnload, withResolver: true })
  if (blocker.status !== 'blocked') return null
  return <LeaveDialog draft={draft} onStay={blocker.reset} onLeave={blocker.proceed} />
}

interface LeaveDialogProps {
  draft: KeptDraft
  onStay(): void
  onLeave(): void
}

export function LeaveDialog({ draft, onStay, onLeave }: LeaveDialogProps) {
  const { t } = useTranslation('ui')
  return (
    <Dialog onClose={onStay} title={t('leave.title')} zIndex={400}>
      <Stack>
        <Text size="sm">{t('leave.hint')}</Text>
        <Group justify="flex-end" gap="xs">
          <Button
            variant="subtle"
            color="red"
            onClick={() => {
              draft.abandon()
              onLeave()
            }}
          >
            {t('leave.discard')}
          </Button>
          <Button variant="default" onClick={onLeave}>
            {t('leave.keep')}
          </Button>
          <Button data-autofocus onClick={onStay}>
            {t('leave.stay')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
