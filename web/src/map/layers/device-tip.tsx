// Name, state, speed and age of the device under the pointer. The list has the same for screen readers.

import { useTranslation } from 'react-i18next'
import { StatusDot } from '../../ui/status-dot.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { useNow } from '../../ui/use-now.ts'
import styles from './device-tip.module.css'
import type { Pointed } from './use-fleet-pointer.ts'

export function DeviceTip({ pointed: { device, x, y } }: { pointed: Pointed }) {
  const { t } = useTranslation('shell')
  const format = useFormat()
  const nowMs = useNow()
  const { name, status, speedKmh, lastSeenMs } = device
  const facts = [
    t(`status.${status}`),
    status === 'moving' && speedKmh !== undefined && format.speed(speedKmh),
    lastSeenMs !== undefined && format.age(Math.min(lastSeenMs, nowMs), nowMs),
  ].filter(Boolean)
  return (
    <div className={styles.tip} style={{ left: x, top: y }} aria-hidden>
      <b>{name}</b>
      <span className={styles.facts}>
        <StatusDot status={status} size={10} /> {facts.join(' · ')}
      </span>
    </div>
  )
}
