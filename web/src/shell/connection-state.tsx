// The state of the stream in the rail, so that stale data is never mistaken for live data.

import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFleetState } from '../live/use-fleet.tsx'
import { reportLineBack } from '../ui/line.ts'
import styles from './connection-state.module.css'

export function ConnectionState() {
  const { t } = useTranslation('shell')
  const state = useFleetState(({ connection }) => connection.state)
  const wasLost = useRef(false)
  useEffect(() => {
    if (state === 'live' && wasLost.current) reportLineBack()
    wasLost.current = state === 'reconnecting' || state === 'offline'
  }, [state])
  return (
    <div className={styles.state} data-state={state} role="status">
      <span className={styles.dot} aria-hidden />
      <span className={styles.text}>{t(`connection.${state}`)}</span>
    </div>
  )
}
