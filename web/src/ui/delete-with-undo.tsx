// "Deleted · Undo": the toast that ends with the deletion.

import { notifications } from '@mantine/notifications'
import type { Rastro } from '@rastro/client'
import { createClient } from '@rastro/client'
import { useCallback, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro, session } from '../session/session.ts'
import { sentenceOf } from './failure.tsx'
import { inBackground } from './in-background.ts'
import { createPendingDeletions } from './pending-deletions.ts'
import { showUndo } from './undo-toast.tsx'

const deletions = createPendingDeletions()

/** The browser completes these requests after the page is gone. */
const leavingRastro = createClient({
  url: globalThis.location?.origin ?? '',
  token: session.token,
  fetch: (url, init) => fetch(url, { ...init, keepalive: true }),
})

export interface Deletion {
  ids: readonly string[]
  message: string
  send(client: Rastro): Promise<unknown>
  /** Refetches the lists. */
  refetch(): Promise<unknown>
}

export function useDeleteWithUndo(): (deletion: Deletion) => void {
  const { t } = useTranslation('ui')
  return useCallback(
    ({ ids, message, send, refetch }) => {
      // An object is in one deletion only: while it waits, no list shows it.
      const [id] = ids
      if (!id) return
      deletions.add({
        id,
        objectIds: ids,
        async send(isLeaving) {
          await send(isLeaving ? leavingRastro : rastro)
          await refetch()
        },
      })
      const undo = () => deletions.undo(id)
      showUndo({ id, message, undo, onClose: () => inBackground(commit(id, t)) }, t)
    },
    [t],
  )
}

/** The objects that are about to be deleted: lists and maps leave them out. */
export function useDeletedIds(): ReadonlySet<string> {
  return useSyncExternalStore(deletions.subscribe, deletions.hidden)
}

async function commit(id: string, t: (key: string) => string): Promise<void> {
  try {
    await deletions.commit(id)
  } catch (error) {
    notifications.show({ color: 'red', role: 'alert', message: sentenceOf(error, t) })
  }
}

globalThis.addEventListener?.('pagehide', () =>
  deletions.commitAll((id) => inBackground(deletions.commit(id, true))),
)

// Ten seconds are short for a keyboard user who would have to find the toast.
globalThis.addEventListener?.('keydown', (event) => {
  const isTyping =
    event.target instanceof HTMLElement && event.target.closest('input, textarea, [contenteditable]')
  const id = deletions.newest()
  // An editor has undone a step of its own.
  if (event.defaultPrevented) return
  if (
    isTyping ||
    !id ||
    event.key.toLowerCase() !== 'z' ||
    event.shiftKey ||
    !(event.ctrlKey || event.metaKey)
  )
    return
  event.preventDefault()
  deletions.undo(id)
  notifications.hide(id)
})
