// Acknowledges and resolves alerts, for the inbox and the alarm bar. The server cannot undo either, so each action waits
// a moment in which it can be cancelled. Leaving the page sends pending actions at once.

import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { beforeSignOut } from '../session/before-sign-out.ts'
import { rastro } from '../session/session.ts'
import { sentenceOf } from '../ui/failure.tsx'
import { inBackground } from '../ui/in-background.ts'

export type AlertAction = 'acknowledge' | 'resolve'
const undoMs = 10_000
const defaultConcurrency = 4

interface Waiting {
  action: AlertAction
  ids: string[]
  note: string
  timer: ReturnType<typeof setTimeout>
}

export interface AlertActions {
  /** The pending action of an alert, while it can be undone or is being sent. */
  of(id: string): AlertAction | undefined
  begin(action: AlertAction, ids: string[], note?: string): void
}

const AlertActionsContext = createContext<AlertActions | undefined>(undefined)

export function useAlertActions(): AlertActions {
  const actions = useContext(AlertActionsContext)
  if (!actions) throw new Error('useAlertActions needs an AlertActionsProvider')
  return actions
}

export function AlertActionsProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation('alerts')
  const queries = useQueryClient()
  const [decided, setDecided] = useState<ReadonlyMap<string, AlertAction>>(new Map())
  const waiting = useRef(new Map<string, Waiting>())

  const forget = useCallback(
    (ids: string[]) => setDecided((before) => new Map([...before].filter(([id]) => !ids.includes(id)))),
    [],
  )
  const send = useCallback(
    async (key: string, concurrency = defaultConcurrency) => {
      const one = waiting.current.get(key)
      if (!one) return
      waiting.current.delete(key)
      clearTimeout(one.timer)
      notifications.hide(key)
      try {
        await sendAll(one, concurrency)
      } catch (error) {
        notifications.show({ color: 'red', title: t('actions.failed'), message: sentenceOf(error, t) })
      }
      await queries.invalidateQueries({ queryKey: ['alerts'] })
      forget(one.ids)
    },
    [queries, forget, t],
  )
  const begin = useCallback(
    (action: AlertAction, ids: string[], note = '') => {
      if (ids.length === 0) return
      const key = `alert-action-${ids[0]}`
      const undo = () => {
        clearTimeout(waiting.current.get(key)?.timer)
        waiting.current.delete(key)
        notifications.hide(key)
        forget(ids)
      }
      waiting.current.set(key, {
        action,
        ids,
        note,
        timer: setTimeout(() => {
          inBackground(send(key))
        }, undoMs),
      })
      setDecided((before) => new Map([...before, ...ids.map((id) => [id, action] as const)]))
      notifications.show({
        id: key,
        autoClose: false,
        withCloseButton: false,
        message: (
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm">{t(`actions.${action}d`, { count: ids.length })}</Text>
            <Button size="compact-sm" variant="light" onClick={undo}>
              {t('actions.undo')}
            </Button>
          </Group>
        ),
      })
    },
    [send, forget, t],
  )

  useEffect(() => {
    const all = waiting.current
    const sendRest = async () => {
      // A page that is being closed cannot wait for responses.
      await Promise.all([...all].map(([key, { ids }]) => send(key, ids.length)))
    }
    const leave = () => inBackground(sendRest())
    const stop = beforeSignOut(sendRest)
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      stop()
      leave()
    }
  }, [send])

  const actions = useMemo(() => ({ of: (id: string) => decided.get(id), begin }), [decided, begin])
  return <AlertActionsContext value={actions}>{children}</AlertActionsContext>
}

async function sendAll({ action, ids, note }: Waiting, concurrency: number): Promise<void> {
  const left = [...ids]
  const body = note.trim() === '' ? {} : { note: note.trim() }
  const work = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      const options = { path: { alertId: id }, body }
      if (action === 'resolve') await rastro.post('/api/alerts/{alertId}/resolve', options)
      else await rastro.post('/api/alerts/{alertId}/acknowledge', options)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
}
