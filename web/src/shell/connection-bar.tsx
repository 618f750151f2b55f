import { IconCloudOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFleetState } from '../live/use-fleet.tsx'
import { useFormat } from '../ui/use-format.ts'
import { useNow } from '../ui/use-now.ts'
import styles from './connection-state.module.css'

/** Short interruptions, such as a proxy that closes connections, are not worth a bar. */
const shownAfterMs = 4_000

/** Above every view while the connection is lost: since when, and what that means for the data. */
export function ConnectionBar() {
  const connection = useFleetState((state) => state.connection)
  return connection.state === 'live' ? null : <Lost sinceMs={connection.sinceMs} state={connection.state} />
}

function Lost({
  sinceMs: firstMs,
  state,
}: {
  sinceMs: number
  state: 'opening' | 'reconnecting' | 'offline'
}) {
  const { t } = useTranslation('shell')
  const format = useFormat()
  // Every failed attempt is another state; the connection is lost since the first.
  const [sinceMs] = useState(firstMs)
  const lostMs = useNow() - sinceMs
  if (lostMs < shownAfterMs) return null
  return (
    <div className={styles.bar}>
      <IconCloudOff size={18} aria-hidden />
      {state === 'opening'
        ? t('connection.slow')
        : t('connection.lost', { time: format.duration(Math.floor(lostMs / 1_000)) })}
    </div>
  )
}
