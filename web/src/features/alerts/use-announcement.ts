import type { Alert } from '@rastro/client'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { News } from '../../live/fleet.types.ts'
import { useNews } from '../../live/use-fleet.tsx'
import { tellAlert } from '../../ui/tell-alert.ts'
import { useFormat } from '../../ui/use-format.ts'

/** The newest alert, for a screen reader: said when it is raised, and only while the inbox is open. */
export function useAnnouncement(nameOf: (id: string) => string | undefined): string {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  const [said, setSaid] = useState('')
  useNews(
    useCallback(
      ({ type, device, data }: News) => {
        if (type !== 'alert.raised') return
        const alert = data as Alert
        const text = tellAlert(alert, t, format)
        setSaid(
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
  return said
}
