// Who is on call on which day of the next weeks, in the time zone of the schedule. Gaps stand out; a click on a shift
// gives it to somebody else.

import { Loader, Text } from '@mantine/core'
import type { OnCallSchedule } from '@rastro/client'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../session/preferences.ts'
import { rastro } from '../../session/session.ts'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { schedulesKey } from './escalation-api.ts'
import { OverrideDialog } from './override-dialog.tsx'
import type { Shift } from './shift.types.ts'
import styles from './shift-calendar.module.css'

interface ShiftCalendarProps {
  schedule: OnCallSchedule
  mayManage: boolean
}

export function ShiftCalendar({ schedule, mayManage }: ShiftCalendarProps) {
  const { t } = useTranslation('escalation')
  const { language } = usePreferences()
  const { timeZone } = schedule
  const [chosen, setChosen] = useState<Shift>()
  const shifts = useQuery({
    queryKey: [...schedulesKey, schedule.id, 'shifts'],
    queryFn: async () =>
      (
        await rastro.get('/api/onCallSchedules/{onCallScheduleId}/shifts', {
          path: { onCallScheduleId: schedule.id },
          query: { byDay: true },
        })
      ).shifts,
  })
  if (shifts.error) return <Failure error={shifts.error} onRetry={() => inBackground(shifts.refetch())} />
  if (!shifts.data) return <Loader aria-label={t('ui:loading')} />
  const days = Map.groupBy(shifts.data, ({ date }) => date ?? '')
  const gaps = shifts.data.filter(({ onCall }) => !onCall?.isReachable).length
  const dayName = new Intl.DateTimeFormat(language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  const clock = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', timeZone })
  const firstDay = new Date(`${[...days.keys()][0]}T00:00:00Z`).getUTCDay() || 7
  return (
    <>
      {gaps > 0 && (
        <Text size="sm" c="red" fw={600} mb="xs">
          <IconAlertTriangle size={15} aria-hidden style={{ verticalAlign: 'text-bottom' }} />{' '}
          {t('schedules.gaps', { count: gaps })}
        </Text>
      )}
      <ol className={styles.days} aria-label={t('schedules.calendar', { zone: timeZone })}>
        {[...days].map(([date, parts], index) => (
          <li
            key={date}
            className={styles.day}
            style={index === 0 ? ({ '--column': firstDay } as CSSProperties) : {}}
          >
            <Text size="xs" fw={600} component="div">
              {dayName.format(new Date(`${date}T00:00:00Z`))}
            </Text>
            {parts.map((shift) => (
              <button
                key={shift.from}
                type="button"
                className={styles.shift}
                data-gap={shift.onCall === null}
                data-override={Boolean(shift.onCall?.overrideId)}
                disabled={!mayManage}
                aria-label={t('schedules.shift', {
                  date: dayName.format(new Date(`${date}T00:00:00Z`)),
                  from: clock.format(new Date(shift.from)),
                  to: clock.format(new Date(shift.to)),
                  name: shift.onCall?.name || t('schedules.nobody'),
                })}
                onClick={() => setChosen(shift)}
              >
                <span className={styles.time}>
                  {clock.format(new Date(shift.from))}–{clock.format(new Date(shift.to))}
                </span>
                {shift.onCall?.name || t('schedules.nobody')}
                {shift.onCall && !shift.onCall.isReachable && ` · ${t('schedules.unreachable')}`}
              </button>
            ))}
          </li>
        ))}
      </ol>
      <Text size="xs" c="dimmed" mt="xs">
        {t('schedules.zone', { zone: timeZone })}
      </Text>
      {chosen && <OverrideDialog schedule={schedule} shift={chosen} onClose={() => setChosen(undefined)} />}
    </>
  )
}
