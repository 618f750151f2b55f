// Offers once to play a sound for critical alerts. Browsers allow no sound without a click.

import { Button } from '@mantine/core'
import { IconVolume } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFleetState } from '../../live/use-fleet.tsx'
import { changePreferences, usePreferences } from '../../session/preferences.ts'
import { useMay } from '../../session/use-me.ts'
import { playAlarmOnce } from './alarm-sound.ts'
import { useCriticalAlerts } from './critical-alerts.tsx'
import styles from './sound-offer.module.css'

export function SoundOffer() {
  const { t } = useTranslation('shell')
  const { alarmSound } = usePreferences()
  const mayHandle = useMay()('alerts.manage')
  const { alerts } = useCriticalAlerts()
  // A new account without a working tracker has more urgent questions.
  const hasTrackers = useFleetState(({ counts }) => (counts ? counts.all - counts.never > 0 : false))
  if (alarmSound !== 'ask' || !mayHandle || !(hasTrackers || alerts.length > 0)) return null
  return (
    <section className={styles.offer} aria-label={t('alarm.sound')}>
      <IconVolume size={20} aria-hidden />
      <span className={styles.words}>{t('alarm.offer')}</span>
      <Button
        size="compact-md"
        onClick={() => {
          playAlarmOnce()
          changePreferences({ alarmSound: 'on' })
        }}
      >
        {t('alarm.offerYes')}
      </Button>
      <Button size="compact-md" variant="default" onClick={() => changePreferences({ alarmSound: 'off' })}>
        {t('alarm.offerNo')}
      </Button>
    </section>
  )
}
