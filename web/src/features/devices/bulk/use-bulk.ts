// Actions on the selected devices, each with one undo for the whole action.

import { notifications } from '@mantine/notifications'
import type { Device } from '@rastro/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accountKey } from '../../../session/use-account.ts'
import { useDeleteWithUndo } from '../../../ui/delete-with-undo.tsx'
import { sentenceOf } from '../../../ui/failure.tsx'
import { inBackground } from '../../../ui/in-background.ts'
import { showUndo } from '../../../ui/undo-toast.tsx'
import type { BulkChange } from './changes.ts'
import { changesOf } from './changes.ts'
import type { BulkCommand } from './commands.ts'
import { cancelCommands, giveCommands, takersOf } from './commands.ts'
import type { Failed } from './send.ts'
import { sendChanges, sendDeletions } from './send.ts'

export function useBulk() {
  const { t } = useTranslation('devices')
  const queries = useQueryClient()
  const deleteWithUndo = useDeleteWithUndo()
  const [progress, setProgress] = useState(0)

  const refetch = () =>
    Promise.all(
      [['devices'], ['groups'], accountKey].map((queryKey) => queries.invalidateQueries({ queryKey })),
    )

  function reportFailed(failed: Failed[]): void {
    const [first] = failed
    if (!first) return
    const message = t('bulk.failed', { count: failed.length, reason: first.error })
    notifications.show({ color: 'red', role: 'alert', autoClose: false, message })
  }

  function reportError(error: unknown): void {
    notifications.show({ color: 'red', role: 'alert', message: sentenceOf(error, t) })
  }

  function offerUndo(message: string, count: number, takeBack: () => Promise<unknown>): void {
    const undo = () => inBackground(takeBack().catch(reportError))
    showUndo({ message, ...(count > 0 && { undo }) }, t)
  }

  async function change(action: BulkChange, devices: Device[]): Promise<void> {
    setProgress(0)
    const { changes, undo } = changesOf(action, devices)
    const { done, failed } = await sendChanges(changes, setProgress)
    inBackground(refetch())
    reportFailed(failed)
    const changed = new Set(done)
    const takeBack = async () => {
      const undone = await sendChanges(undo.filter(({ id }) => changed.has(id)))
      inBackground(refetch())
      reportFailed(undone.failed)
    }
    offerUndo(t('bulk.changed', { count: done.length }), done.length, takeBack)
  }

  function remove(devices: Device[]): void {
    const ids = devices.map(({ id }) => id)
    deleteWithUndo({
      ids,
      message: t('bulk.deleted', { count: ids.length }),
      send: async (client) => reportFailed((await sendDeletions(ids, client)).failed),
      refetch,
    })
  }

  async function command(devices: Device[], type: BulkCommand, settings: Record<string, unknown>) {
    setProgress(0)
    const { given, failed } = await giveCommands(takersOf(devices, type), type, settings, setProgress)
    inBackground(refetch())
    reportFailed(failed)
    offerUndo(t('bulk.commanded', { count: given.length }), given.length, () =>
      cancelCommands(given).then(refetch),
    )
  }

  return { change, remove, command, progress }
}
