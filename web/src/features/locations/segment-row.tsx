import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Translate } from '../../ui/alert-text.ts'
import { StatusDot } from '../../ui/status-dot.tsx'
import { dayOf } from '../../ui/trips/local-days.ts'
import type { ShownSegment } from '../../ui/trips/shown-segments.ts'
import { useFormat } from '../../ui/use-format.ts'
import styles from './segment-list.module.css'
import { timesText } from './segment-text.ts'

/** Less is not worth a line, unless it is a trip. */
const shortestM = 100

interface SegmentRowProps {
  segment: ShownSegment
  index: number
  /** The day of its heading. */
  day: string
  timeZone: string
  stopNumber: number | undefined
  isCurrent: boolean
  isSelected: boolean
  isChanged: boolean
  onPick(segment: ShownSegment): void
}

export function SegmentRow(props: SegmentRowProps) {
  const { segment, index, day, timeZone, stopNumber, isCurrent, isSelected, isChanged, onPick } = props
  const { t } = useTranslation('locations')
  const format = useFormat()
  const { kind, source } = segment
  return (
    <UnstyledButton
      className={styles.row ?? ''}
      data-segment={index}
      data-changed={isChanged ? true : undefined}
      aria-current={isCurrent ? 'true' : undefined}
      aria-expanded={isSelected}
      onClick={() => onPick(segment)}
    >
      {kind === 'stop' ? (
        <span className={styles.number} aria-hidden>
          {stopNumber}
        </span>
      ) : (
        <StatusDot status={kind === 'trip' ? 'moving' : 'offline'} />
      )}
      <span>
        <span className={styles.name}>
          {t(source.coarse && kind === 'trip' ? 'segments.passage' : `segments.${kind}`, {
            number: stopNumber,
          })}
        </span>
        <SegmentPlaces segment={segment} />
        <span className={styles.under}>
          {timesText(segment, day, { t, format, dayOf: (atMs) => dayOf(atMs, timeZone) })}
          {drivingText(source, t)}
          {source.corrections > 0 && (
            <>
              {' · '}
              <span className={styles.corrected}>
                {t('segments.corrected', { times: source.corrections })}
              </span>
            </>
          )}
        </span>
      </span>
      <span className={styles.end}>
        <SegmentValues segment={segment} />
      </span>
    </UnstyledButton>
  )
}

/** Who drove, and what for. */
function drivingText({ driver, driverTag, purpose }: ShownSegment['source'], t: Translate): string {
  const words = [driver?.name ?? driverTag, purpose !== 'unset' && t(`purposes.${purpose}`)]
  return words
    .filter(Boolean)
    .map((word) => ` · ${word}`)
    .join('')
}

/** Where a stop is; from where to where a trip goes. */
function SegmentPlaces({ segment: { kind, source } }: { segment: ShownSegment }) {
  const from = source.start.place?.shortName
  const to = source.end?.place?.shortName
  const text = kind === 'stop' ? from : [from, to].filter(Boolean).join(' → ')
  return text && <span className={styles.place}>{text}</span>
}

/** Of what the period has of it, so that the rows add up to the sums. Of a stop, its time matters most. */
function SegmentValues({ segment }: { segment: ShownSegment }) {
  const { t } = useTranslation('locations')
  const format = useFormat()
  const { kind, within, distanceM, seconds, source } = segment
  const hasDistance = kind === 'trip' || within.distanceM >= shortestM
  const isTimeFirst = kind === 'stop' || !hasDistance
  const time = format.hours(within.seconds)
  const distance = hasDistance ? format.distance(within.distanceM) : undefined
  const [first, second] = isTimeFirst ? [time, distance] : [distance, time]
  const whole = isTimeFirst ? format.hours(seconds) : format.distance(distanceM)
  return (
    <>
      <span className={styles.value}>{first}</span>
      {second && <span className={styles.under}>{second}</span>}
      {source.cut && <span className={styles.total}>{t('segments.partOf', { whole })}</span>}
    </>
  )
}
