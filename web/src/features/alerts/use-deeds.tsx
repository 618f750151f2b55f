// Acknowledging and resolving. The server has no way back from either, so each waits here for a moment in which it can
// be taken back; who leaves the page within it means it.

import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { sentenceOf } from '../../ui/failure.tsx'

export type Deed = 'acknowledge' | 'resolve'
const undoMs = 10_000
const usuallyAtOnce = 4

interface Waiting {
  deed: Deed
  ids: string[]
  note: string
  timer: ReturnType<typeof setTimeout>
}

export interface Deeds {
  /** What was decided about an alert, while it can still be taken back or is on its way. */
  of(id: string): Deed | undefined
  begin(deed: Deed, ids: string[], note?: string): void
}

export function useDeeds(): Deeds {
  const { t } = useTranslation('alerts')
  const queries = useQueryClient()
  const [decided, setDecided] = useState<ReadonlyMap<string, Deed>>(new Map())
  const waiting = useRef(new Map<string, Waiting>())

  const forget = useCallback(
    (ids: string[]) => setDecided((before) => new Map([...before].filter(([id]) => !ids.includes(id)))),
    [],
  )
  const send = useCallback(
    async (key: string, atOnce = usuallyAtOnce) => {
      const one = waiting.current.get(key)
      if (!one) return
      waiting.current.delete(key)
      clearTimeout(one.timer)
      notifications.hide(key)
      try {
        await sendAll(one, atOnce)
      } catch (error) {
        notifications.show({ color: 'red', title: t('deeds.failed'), message: sentenceOf(error, t) })
      }
      await queries.invalidateQueries({ queryKey: ['alerts'] })
      forget(one.ids)
    },
    [queries, forget, t],
  )
  const begin = useCallback(
    (deed: Deed, ids: string[], note = '') => {
      if (ids.length === 0) return
      const key = `deed-${ids[0]}`
      const undo = () => {
        clearTimeout(waiting.current.get(key)?.timer)
        waiting.current.delete(key)
        notifications.hide(key)
        forget(ids)
      }
      waiting.current.set(key, { deed, ids, note, timer: setTimeout(() => void send(key), undoMs) })
      setDecided((before) => new Map([...before, ...ids.map((id) => [id, deed] as const)]))
      notifications.show({
        id: key,
        autoClose: false,
        withCloseButton: false,
        message: (
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm">{t(`deeds.${deed}d`, { count: ids.length })}</Text>
            <Button size="compact-sm" variant="light" onClick={undo}>
              {t('deeds.undo')}
            </Button>
          </Group>
        ),
      })
    },
    [send, forget, t],
  )

  useEffect(() => {
    const all = waiting.current
    const sendRest = () => {
      // A page that goes away has no time to wait for answers.
      for (const [key, { ids }] of [...all]) void send(key, ids.length)
    }
    addEventListener('pagehide', sendRest)
    return () => {
      removeEventListener('pagehide', sendRest)
      sendRest()
    }
  }, [send])

  return { of: useCallback((id) => decided.get(id), [decided]), begin }
}

async function sendAll({ deed, ids, note }: Waiting, atOnce: number): Promise<void> {
  const left = [...ids]
  const body = note.trim() === '' ? {} : { note: note.trim() }
  const work = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      const options = { path: { alertId: id }, body }
      if (deed === 'resolve') await rastro.post('/api/alerts/{alertId}/resolve', options)
      else await rastro.post('/api/alerts/{alertId}/acknowledge', options)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}
