// How a segment was changed after it had ended, newest first: when, why, before and after.

import type { Correction } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import type { CorrectionState } from '../../ui/trips/trip.types.ts'
import { useFormat } from '../../ui/use-format.ts'
import styles from './segment-details.module.css'

const causes = ['late', 'settings', 'mark', 'recomputed', 'algorithm']

export function CorrectionList({ corrections }: { corrections: Correction[] }) {
  const { t } = useTranslation('locations')
  const format = useFormat()
  return (
    <section aria-label={t('corrections.title')}>
      <h2 className={styles.title}>{t('corrections.title')}</h2>
      <ol className={styles.corrections}>
        {corrections.toReversed().map(({ correctedAt, cause, version, before, after }) => (
          <li key={version} className={styles.correction}>
            {format.dateTime(correctedAt)} ·{' '}
            {t(`corrections.causes.${causes.includes(cause) ? cause : 'other'}`)}
            <dl className={styles.versions}>
              <Version name={t('corrections.before')} state={before} />
              {after ? (
                <Version name={t('corrections.after')} state={after} />
              ) : (
                <>
                  <dt>{t('corrections.after')}</dt>
                  <dd>{t('corrections.withdrawn')}</dd>
                </>
              )}
            </dl>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Version({
  name,
  state: { startedAt, endedAt, distance },
}: {
  name: string
  state: CorrectionState
}) {
  const { t } = useTranslation('locations')
  const format = useFormat()
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {format.time(startedAt)} – {endedAt === null ? t('segments.open') : format.time(endedAt)}
      </dd>
      <dd>{format.distance(distance)}</dd>
    </>
  )
}
