import { useEffect, useState } from 'react'
import { usePreferences } from '../../session/preferences.ts'
import { startAlarmSound } from './alarm-sound.ts'
import { useCriticalAlerts } from './critical-alerts.tsx'
import { useSilenced } from './silenced.ts'

export interface AlarmSound {
  isSounding: boolean
  /** The browser allows no sound before a click. */
  isBlocked: boolean
}

/** Sounds while a critical alert is neither acknowledged nor silenced, if the user has agreed to it. */
export function useAlarmSound(): AlarmSound {
  const { alarmSound } = usePreferences()
  const { alerts } = useCriticalAlerts()
  const silenced = useSilenced()
  const [isBlocked, setIsBlocked] = useState(false)
  const isSounding = alarmSound === 'on' && alerts.some(({ id }) => !silenced.has(id))
  useEffect(() => (isSounding ? startAlarmSound(setIsBlocked) : undefined), [isSounding])
  return { isSounding, isBlocked: isSounding && isBlocked }
}
