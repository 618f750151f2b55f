// Shows the state of the stream, so that stale data is never mistaken for live data.

import { useTranslation } from 'react-i18next'
import { useFleetState } from '../live/use-fleet.tsx'
import { useFormat } from '../ui/use-format.ts'
import { useNow } from '../ui/use-now.ts'
import styles from './connection-state.module.css'

export function ConnectionState() {
  const { t } = useTranslation('shell')
  const { state, sinceMs } = useFleetState((state) => state.connection)
  const format = useFormat()
  const nowMs = useNow()
  return (
    <div className={styles.state} data-state={state} role="status">
      <span className={styles.dot} aria-hidden />
      {state === 'live' || state === 'opening'
        ? t(`connection.${state}`)
        : t(`connection.${state}`, { age: format.age(sinceMs, nowMs) })}
    </div>
  )
}
