import type { Alert } from '@rastro/client'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FleetEvent } from '../../live/fleet.types.ts'
import { useEvents } from '../../live/use-fleet.tsx'
import { describeAlert } from '../../ui/alert-text.ts'
import { useFormat } from '../../ui/use-format.ts'

/** The newest alert as text for screen readers, while the inbox is open. */
export function useAnnouncement(nameOf: (id: string) => string | undefined): string {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  const [announcement, setAnnouncement] = useState('')
  useEvents(
    useCallback(
      ({ type, device, data }: FleetEvent) => {
        if (type !== 'alert.raised') return
        const alert = data as Alert
        // The shell announces these at once, on every view.
        if (alert.severity === 'critical') return
        const text = describeAlert(alert, t, format)
        setAnnouncement(
          t('raised', {
            text,
            severity: t(`severity.${alert.severity}`),
            device: nameOf(device ?? '') ?? '',
          }),
        )
      },
      [t, format, nameOf],
    ),
  )
  return announcement
}
