// What must be seen on every view: critical alerts, the offer of a sound, and a lost connection. Nothing covers the bars:
// the view begins below them.

import { useResizeObserver } from '@mantine/hooks'
import { lazy, useEffect } from 'react'
import { useFleetState } from '../live/use-fleet.tsx'
import { inBackground } from '../ui/in-background.ts'
import { LatePart } from '../ui/late-part.tsx'
import { AccountBar } from './account-bar.tsx'
import { AlarmAnnouncement } from './alarm/alarm-announcement.tsx'
import { useCriticalAlerts } from './alarm/critical-alerts.tsx'
import { SoundOffer } from './alarm/sound-offer.tsx'
import { useAlarmSound } from './alarm/use-alarm-sound.ts'
import { ConnectionBar } from './connection-bar.tsx'
import styles from './shell.module.css'
import { SupportBar } from './support-bar.tsx'

const loadAlarmBar = () => import('./alarm/alarm-bar.tsx')
const AlarmBar = lazy(async () => ({ default: (await loadAlarmBar()).AlarmBar }))

export function Bars() {
  const { alerts } = useCriticalAlerts()
  const sound = useAlarmSound()
  const hasList = useFleetState(({ isLoading }) => !isLoading)
  useEffect(() => {
    // Before the connection may be lost: an alarm does not wait for its code.
    if (hasList) inBackground(loadAlarmBar())
  }, [hasList])
  const [box, { height }] = useResizeObserver<HTMLDivElement>()
  useEffect(() => {
    // For toasts, which are not part of the layout.
    const { style } = document.documentElement
    style.setProperty('--rastro-bars', `${height}px`)
    return () => {
      style.removeProperty('--rastro-bars')
    }
  }, [height])
  return (
    <div ref={box} className={styles.bars}>
      <LatePart>{alerts.length > 0 && <AlarmBar sound={sound} />}</LatePart>
      <SoundOffer />
      <AccountBar />
      <SupportBar />
      <ConnectionBar />
      <AlarmAnnouncement />
    </div>
  )
}
