// What the page does for this device while it is open, once the first view is shown: the service worker, notifications,
// and the last known fleet for times without a connection.

import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useFleet, useFleetState } from '../live/use-fleet.tsx'
import { loadMessages } from '../messages/messages.ts'
import { beforeSignOut } from '../session/before-sign-out.ts'
import { session } from '../session/session.ts'
import { useMe } from '../session/use-me.ts'
import { inBackground } from '../ui/in-background.ts'
import { forgetFleet, keepFleet, keepsFleet, maxKeptRows } from './last-fleet.ts'
import { renewRegistration, unsubscribe } from './push.ts'
import { hasServiceWorkers, onOpen, startServiceWorker } from './service-worker.ts'

const keepEveryMs = 60_000
const updateId = 'newer-page'

export function DeviceServices() {
  useServiceWorker()
  useLastFleet()
  useSignedOut()
  return null
}

function useServiceWorker(): void {
  const { t } = useTranslation('shell')
  const router = useRouter()
  const userId = useMe()?.id
  useEffect(() => {
    if (!hasServiceWorkers) return
    let stop = () => {}
    const offer = (activate: () => void) =>
      notifications.show({
        id: updateId,
        autoClose: false,
        message: (
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm">{t('update.ready')}</Text>
            <Button size="compact-sm" variant="default" onClick={activate}>
              {t('update.load')}
            </Button>
          </Group>
        ),
      })
    const start = async () => {
      // Loaded now, for the time without a connection.
      await Promise.all([import('./offline-fleet.tsx'), loadMessages()])
      stop = await startServiceWorker(offer)
    }
    inBackground(start())
    return () => stop()
  }, [t])
  useEffect(() => {
    if (!hasServiceWorkers) return
    return onOpen((path) => router.history.push(path))
  }, [router])
  useEffect(() => {
    if (userId && hasServiceWorkers) inBackground(renewRegistration(userId))
  }, [userId])
}

function useLastFleet(): void {
  const fleet = useFleet()
  const userId = useMe()?.id
  const isLive = useFleetState(({ connection, isLoading }) => connection.state === 'live' && !isLoading)
  useEffect(() => {
    if (!userId || !isLive) return
    const keep = async () => {
      // The user may choose it meanwhile.
      if (!keepsFleet()) return
      const { rows, total } = await fleet.findDevices({}, maxKeptRows)
      await keepFleet({ userId, atMs: Date.now(), total, rows })
    }
    const keepNow = () => inBackground(keep())
    keepNow()
    const timer = setInterval(keepNow, keepEveryMs)
    document.addEventListener('visibilitychange', keepNow)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', keepNow)
    }
  }, [fleet, userId, isLive])
}

/** The next user of this browser sees neither notifications nor positions of this one, who has both again later. */
function useSignedOut(): void {
  useEffect(() => {
    const forget = async () => {
      await Promise.all([unsubscribe(), forgetFleet()])
    }
    const stopTask = beforeSignOut(forget)
    const stopListening = session.onSignedOut(() => inBackground(forget()))
    return () => {
      stopTask()
      stopListening()
    }
  }, [])
}
