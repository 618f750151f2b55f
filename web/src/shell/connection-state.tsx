// The truth about the line: what is on the screen is never silently old.

import { useTranslation } from 'react-i18next'
import { useSeen } from '../live/use-fleet.tsx'
import { useFormat } from '../ui/use-format.ts'
import { useNow } from '../ui/use-now.ts'
import styles from './connection-state.module.css'

export function ConnectionState() {
  const { t } = useTranslation('shell')
  const { state, sinceMs } = useSeen((seen) => seen.connection)
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
