// One day above the list: the days before and after it, the calendar, and the day as a strip.

import { ActionIcon, Popover, Tooltip, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Day } from '@rastro/client'
import { IconCalendar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import stripStyles from '../../ui/trips/day-strip.module.css'
import { DayStrip } from '../../ui/trips/day-strip.tsx'
import type { LocalDay } from '../../ui/trips/local-days.ts'
import { dayOf, shiftDay } from '../../ui/trips/local-days.ts'
import type { ShownSegment } from '../../ui/trips/shown-segments.ts'
import { segmentAt } from '../../ui/trips/shown-segments.ts'
import type { Span } from '../../ui/trips/strip-pieces.ts'
import { percent } from '../../ui/trips/strip-pieces.ts'
import { useFormat } from '../../ui/use-format.ts'
import { DayCalendar } from './day-calendar.tsx'
import styles from './day-head.module.css'
import type { Playback } from './playback.ts'
import { useCursor } from './use-playback.ts'

const minuteMs = 60_000
/** A finger is never quite still. */
const maxClickPx = 6

interface DayHeadProps {
  deviceId: string
  day: LocalDay
  timeZone: string
  nowMs: number
  /** Of the whole day. */
  segments: readonly ShownSegment[]
  idles: readonly (Span & { id: string })[]
  sums: Day | undefined
  selectedId: string | undefined
  playback: Playback | undefined
  onDay(day: string): void
  onPick(segment: ShownSegment): void
}

export function DayHead(props: DayHeadProps) {
  const { deviceId, day, timeZone, nowMs, segments, idles, sums, selectedId, playback, onDay, onPick } = props
  const { t } = useTranslation('locations')
  const format = useFormat()
  const today = dayOf(nowMs, timeZone)
  const [isOpen, { toggle, close }] = useDisclosure()
  const pick = (next: string) => {
    close()
    onDay(next)
  }
  const label = t('day.strip', {
    date: format.calendarDay(day.day),
    trips: t('day.trips', { count: sums?.trips ?? 0 }),
    distance: format.distance(sums?.distance ?? 0),
  })
  return (
    <div>
      <div className={styles.nav}>
        <Tooltip label={t('day.previous')} openDelay={400}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('day.previous')}
            onClick={() => onDay(shiftDay(day.day, -1, timeZone))}
          >
            <IconChevronLeft size={18} />
          </ActionIcon>
        </Tooltip>
        <Popover opened={isOpen} onDismiss={close} position="bottom" trapFocus returnFocus withinPortal>
          <Popover.Target>
            <UnstyledButton
              className={styles.date ?? ''}
              aria-label={t('day.choose', { date: format.weekday(day.day) })}
              onClick={toggle}
            >
              <IconCalendar size={16} aria-hidden />
              {format.weekday(day.day)}
            </UnstyledButton>
          </Popover.Target>
          <Popover.Dropdown aria-label={t('calendar.label')}>
            <DayCalendar deviceId={deviceId} selected={day.day} today={today} onPick={pick} />
          </Popover.Dropdown>
        </Popover>
        <Tooltip label={t('day.next')} openDelay={400}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('day.next')}
            disabled={day.day >= today}
            onClick={() => onDay(shiftDay(day.day, 1, timeZone))}
          >
            <IconChevronRight size={18} />
          </ActionIcon>
        </Tooltip>
      </div>
      <div className={styles.strip}>
        <DayStrip
          day={day}
          timeZone={timeZone}
          segments={segments}
          label={label}
          nowMs={nowMs}
          idles={idles}
          selectedId={selectedId}
        />
        {playback && <StripCursor day={day} segments={segments} playback={playback} onPick={onPick} />}
      </div>
    </div>
  )
}

interface StripCursorProps {
  day: LocalDay
  segments: readonly ShownSegment[]
  playback: Playback
  onPick(segment: ShownSegment): void
}

/** The cursor on the strip, and the slider that moves it. A click selects what is there. */
function StripCursor({ day, segments, playback, onPick }: StripCursorProps) {
  const { t } = useTranslation('locations')
  const format = useFormat()
  const atMs = useCursor(playback, (state) => state.atMs) ?? day.fromMs
  const kind = segments[segmentAt(segments, atMs)]?.kind ?? 'gap'
  const pressedPx = useRef(0)
  const shownMs = Math.min(day.toMs, Math.max(day.fromMs, atMs))
  return (
    <>
      {shownMs === atMs && (
        <span
          className={styles.cursor}
          style={{ insetInlineStart: percent((atMs - day.fromMs) / (day.toMs - day.fromMs)) }}
        />
      )}
      <input
        type="range"
        className={stripStyles.slider}
        aria-label={t('day.moment')}
        aria-valuetext={`${format.time(Math.floor(shownMs / minuteMs) * minuteMs)}, ${t(`segments.${kind}Plain`)}`}
        min={day.fromMs}
        max={day.toMs}
        step={minuteMs}
        value={shownMs}
        onChange={({ currentTarget }) => playback.seek(Number(currentTarget.value))}
        onPointerDown={({ clientX }) => {
          pressedPx.current = clientX
        }}
        // Not by its value, which stays within the span of a selected segment. A drag only moves the cursor.
        onClick={({ currentTarget, clientX }) => {
          if (Math.abs(clientX - pressedPx.current) > maxClickPx) return
          const { left, width } = currentTarget.getBoundingClientRect()
          const clickedMs = day.fromMs + ((clientX - left) / width) * (day.toMs - day.fromMs)
          const picked = segments[segmentAt(segments, clickedMs)]
          if (picked) onPick(picked)
        }}
      />
    </>
  )
}
