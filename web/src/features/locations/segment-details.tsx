// What is known of the selected segment: its values, why it began and ended, what was left out, and how it was corrected.

import { useTranslation } from 'react-i18next'
import { kmhPerMs } from '../../ui/speed.ts'
import type { ShownSegment } from '../../ui/trips/shown-segments.ts'
import type { LeftOut } from '../../ui/trips/trip.types.ts'
import type { Format } from '../../ui/use-format.ts'
import { useFormat } from '../../ui/use-format.ts'
import { CorrectionList } from './correction-list.tsx'
import styles from './segment-details.module.css'
import { reasonText } from './segment-text.ts'
import { TripDriving } from './trip-driving.tsx'
import { useCorrections, useExplanation } from './use-timeline.ts'

export function SegmentDetails({ deviceId, segment }: { deviceId: string; segment: ShownSegment }) {
  const { t } = useTranslation('locations')
  const format = useFormat()
  const { source } = segment
  const explanation = useExplanation(deviceId, segment.id)
  const corrections = useCorrections(deviceId, source.corrections > 0 ? segment.id : undefined)
  const facts = factsOf(segment, format)
  return (
    <div className={styles.details}>
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{t(`details.${name}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {segment.kind === 'trip' && <TripDriving deviceId={deviceId} trip={source} />}
      <dl className={styles.why}>
        <div>
          <dt>{t('details.began')}</dt>
          <dd>{reasonText(source.beganBy, explanation?.began, { t, format })}</dd>
        </div>
        {source.endedBy && (
          <div>
            <dt>{t('details.ended')}</dt>
            <dd>{reasonText(source.endedBy, explanation?.ended, { t, format })}</dd>
          </div>
        )}
      </dl>
      {explanation && explanation.leftOut.length > 0 && (
        <LeftOutLine leftOut={explanation.leftOut} isComplete={explanation.leftOutIsComplete} />
      )}
      {corrections && corrections.length > 0 && <CorrectionList corrections={corrections} />}
    </div>
  )
}

type FactName =
  | 'idle'
  | 'engine'
  | 'fuelUsed'
  | 'maxSpeed'
  | 'averageSpeed'
  | 'bridged'
  | 'drift'
  | 'device'
  | 'moved'
  | 'straight'

/** Only what there is: a trip without a gap has no bridged distance. */
function factsOf({ kind, distanceM, source }: ShownSegment, format: Format): [FactName, string][] {
  const { maxSpeed, averageSpeed, engineSeconds, deviceDistance } = source
  const facts: [FactName, string | undefined][] =
    kind === 'trip'
      ? [
          ['maxSpeed', maxSpeed === null ? undefined : format.speed(maxSpeed * kmhPerMs)],
          ['averageSpeed', averageSpeed === null ? undefined : format.speed(averageSpeed * kmhPerMs)],
          ['device', deviceDistance === null ? undefined : format.distance(deviceDistance)],
          ['fuelUsed', source.fuelUsed === null ? undefined : format.volume(source.fuelUsed)],
          ['bridged', source.bridgedDistance > 0 ? format.length(source.bridgedDistance) : undefined],
        ]
      : kind === 'stop'
        ? [
            ['moved', distanceM > 0 ? format.length(distanceM) : undefined],
            ['drift', source.driftDistance > 0 ? format.length(source.driftDistance) : undefined],
          ]
        : [['straight', format.length(source.bridgedDistance)]]
  return [
    ...facts,
    ['idle', source.idleSeconds > 0 ? format.hours(source.idleSeconds) : undefined],
    ['engine', engineSeconds ? format.hours(engineSeconds) : undefined],
  ].filter((fact): fact is [FactName, string] => fact[1] !== undefined)
}

function LeftOutLine({ leftOut, isComplete }: { leftOut: LeftOut[]; isComplete: boolean }) {
  const { t } = useTranslation('locations')
  const format = useFormat()
  const counts = Map.groupBy(leftOut, ({ reason }) => reason)
  const parts = counts
    .entries()
    .map(
      ([reason, some]) => `${format.number(some.length)} ${t(`leftOut.${reason}`, { count: some.length })}`,
    )
  return (
    <div className={styles.left_out}>
      <span className={styles.cross} aria-hidden>
        ×
      </span>
      <span>
        {t(isComplete ? 'leftOut.title' : 'leftOut.titleAtLeast', {
          count: leftOut.length,
          shown: format.number(leftOut.length),
        })}
        : {[...parts].join(', ')}
      </span>
    </div>
  )
}
