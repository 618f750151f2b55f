// Open critical alerts above every view. They stay until somebody acknowledges or resolves them.

import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconVolumeOff } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../session/use-me.ts'
import { useAlertActions } from '../alert-actions.tsx'
import styles from './alarm-bar.module.css'
import { AlarmRow } from './alarm-row.tsx'
import { useCriticalAlerts } from './critical-alerts.tsx'
import { silence } from './silenced.ts'
import type { AlarmSound } from './use-alarm-sound.ts'

export function AlarmBar({ sound }: { sound: AlarmSound }) {
  const { t } = useTranslation('shell')
  const { alerts, isMore } = useCriticalAlerts()
  const actions = useAlertActions()
  const may = useMay()('alerts.manage')
  const [isOpen, setIsOpen] = useState(false)
  const bar = useRef<HTMLElement>(null)
  const count = alerts.length
  const acknowledge = (ids: string[]) => {
    actions.begin('acknowledge', ids)
    // The row with the focus disappears: the next alert takes it.
    requestAnimationFrame(() => bar.current?.querySelector<HTMLElement>('a, button')?.focus())
  }
  const isFolded = count > 1 && !isOpen
  return (
    <section ref={bar} className={styles.bar} aria-label={t('alarm.label')}>
      <ul className={styles.list} id="alarm-list">
        {alerts.slice(0, isFolded ? 1 : undefined).map((alert) => (
          <AlarmRow
            key={alert.id}
            alert={alert}
            {...(may && { onAcknowledge: () => acknowledge([alert.id]) })}
          />
        ))}
      </ul>
      {(count > 1 || sound.isSounding) && (
        <div className={styles.foot}>
          {count > 1 && (
            <Button
              size="compact-sm"
              variant="outline"
              className={styles.quiet ?? ''}
              aria-expanded={isOpen}
              aria-controls="alarm-list"
              rightSection={isOpen ? <IconChevronUp size={15} /> : <IconChevronDown size={15} />}
              onClick={() => setIsOpen(!isOpen)}
            >
              {isOpen
                ? t('alarm.fold')
                : t(isMore ? 'alarm.unfoldMany' : 'alarm.unfold', { count: count - 1 })}
            </Button>
          )}
          {count > 1 && isOpen && may && (
            <Button
              size="compact-sm"
              variant="outline"
              className={styles.quiet ?? ''}
              onClick={() => acknowledge(alerts.map(({ id }) => id))}
            >
              {t('alarm.acknowledgeAll', { count })}
            </Button>
          )}
          {sound.isSounding && (
            <Button
              size="compact-sm"
              variant="outline"
              className={styles.quiet ?? ''}
              leftSection={<IconVolumeOff size={15} />}
              onClick={() => silence(alerts.map(({ id }) => id))}
            >
              {t('alarm.silence')}
            </Button>
          )}
          {sound.isBlocked && <span>{t('alarm.blocked')}</span>}
        </div>
      )}
    </section>
  )
}
