// Announces new critical alerts to screen readers at once, also while a dialog is open.

import { Portal, VisuallyHidden } from '@mantine/core'
import type { Alert } from '@rastro/client'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeAlert } from '../../ui/alert-text.ts'
import { useFormat } from '../../ui/use-format.ts'
import { useCriticalAlerts } from './critical-alerts.tsx'
import { useCriticalName } from './use-critical-name.ts'

interface Latest {
  alert: Alert
  /** How many were open at that moment. */
  count: number
}

export function AlarmAnnouncement() {
  const { alerts } = useCriticalAlerts()
  const known = useRef<ReadonlySet<string>>(new Set())
  const [newest, setNewest] = useState<Latest>()
  useEffect(() => {
    const fresh = alerts.find(({ id }) => !known.current.has(id))
    known.current = new Set([...known.current, ...alerts.map(({ id }) => id)])
    if (fresh) setNewest({ alert: fresh, count: alerts.length })
  }, [alerts])
  const isOpen = alerts.some(({ id }) => id === newest?.alert.id)
  return (
    <Portal>
      <VisuallyHidden aria-live="assertive">
        {newest && isOpen && <Announcement {...newest} />}
      </VisuallyHidden>
    </Portal>
  )
}

function Announcement({ alert, count }: Latest) {
  const { t } = useTranslation('shell')
  const format = useFormat()
  const device = useCriticalName(alert.deviceId)
  // Half a sentence would be read out twice.
  return device === '…'
    ? null
    : t('alarm.announcement', { count, text: describeAlert(alert, t, format), device })
}
