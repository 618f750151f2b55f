// Chooses a day in a month whose days are shaded by the distance driven.

import { ActionIcon, UnstyledButton, VisuallyHidden } from '@mantine/core'
import type { Day } from '@rastro/client'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/use-format.ts'
import { dayAfterKey, monthEnds, monthOf, shadeOf, shiftMonth, weeksOf } from './calendar.ts'
import styles from './day-calendar.module.css'
import { useDays } from './use-timeline.ts'

interface DayCalendarProps {
  deviceId: string
  selected: string
  today: string
  onPick(day: string): void
}

export function DayCalendar({ deviceId, selected, today, onPick }: DayCalendarProps) {
  const { t } = useTranslation('locations')
  const format = useFormat()
  const [focused, setFocused] = useState(selected)
  const month = monthOf(focused)
  const { from, to } = monthEnds(month)
  const days = useDays(deviceId, from, to)
  const longestM = Math.max(0, ...(days?.values().map(({ distance }) => distance) ?? []))
  const grid = useRef<HTMLTableElement>(null)
  const isKey = useRef(false)

  useEffect(() => {
    if (!isKey.current) return
    isKey.current = false
    grid.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus()
  }, [focused])

  function moveBy(event: KeyboardEvent): void {
    const next = dayAfterKey(focused, event.key, today)
    if (next === undefined) return
    event.preventDefault()
    isKey.current = true
    setFocused(next)
  }
  const turn = (by: number) => {
    const next = `${shiftMonth(month, by)}-01`
    setFocused(next > today ? today : next)
  }
  const weekdays = Array.from({ length: 7 }, (_, i) => ((format.firstWeekday - 1 + i) % 7) + 1)
  return (
    <div>
      <div className={styles.head}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('calendar.previous')}
          onClick={() => turn(-1)}
        >
          <IconChevronLeft size={18} />
        </ActionIcon>
        <span className={styles.month} aria-live="polite">
          {format.month(month)}
        </span>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('calendar.next')}
          disabled={month >= monthOf(today)}
          onClick={() => turn(1)}
        >
          <IconChevronRight size={18} />
        </ActionIcon>
      </div>
      <table ref={grid} className={styles.grid} onKeyDown={moveBy} aria-label={t('calendar.label')}>
        <thead>
          <tr>
            {weekdays.map((weekday) => (
              <th key={weekday} scope="col">
                {format.weekdayLetter(weekday)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month, format.firstWeekday).map((week) => (
            <tr key={week.find((day) => day !== undefined)}>
              {week.map((day, i) => (
                <td key={weekdays[i]}>
                  {day && (
                    <CalendarDay
                      day={day}
                      sums={days?.get(day)}
                      longestM={longestM}
                      isFocused={day === focused}
                      isSelected={day === selected}
                      today={today}
                      onPick={onPick}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface CalendarDayProps {
  day: string
  sums: Day | undefined
  longestM: number
  isFocused: boolean
  isSelected: boolean
  today: string
  onPick(day: string): void
}

function CalendarDay({ day, sums, longestM, isFocused, isSelected, today, onPick }: CalendarDayProps) {
  const format = useFormat()
  const distanceM = sums?.distance ?? 0
  return (
    <UnstyledButton
      className={styles.day ?? ''}
      data-day={day}
      data-shade={shadeOf(distanceM, longestM)}
      data-autofocus={isFocused ? true : undefined}
      tabIndex={isFocused ? 0 : -1}
      disabled={day > today}
      aria-pressed={isSelected}
      aria-current={day === today ? 'date' : undefined}
      onClick={() => onPick(day)}
    >
      <span aria-hidden>{Number(day.slice(8))}</span>
      {distanceM > 0 && <small aria-hidden>{format.roundDistance(distanceM)}</small>}
      <VisuallyHidden>
        {format.calendarDay(day)}
        {distanceM > 0 && `, ${format.distance(distanceM)}`}
      </VisuallyHidden>
    </UnstyledButton>
  )
}
