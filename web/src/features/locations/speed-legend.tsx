import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../session/preferences.ts'
import { speeds, useFormat } from '../../ui/use-format.ts'
import { speedColors } from './speed-colors.ts'
import styles from './speed-legend.module.css'

const labelled = [0, 40, 80, 120, 160]
const highest = 160

export function SpeedLegend() {
  const { t } = useTranslation('locations')
  const format = useFormat()
  const { perKmh } = speeds[usePreferences().units]
  const colors = speedColors.map(([kmh, color]) => `${color} ${(kmh / highest) * 100}%`)
  return (
    <div className={styles.legend}>
      <div
        aria-hidden
        className={styles.scale}
        style={{ background: `linear-gradient(90deg, ${colors.join(', ')})` }}
      />
      <div className={styles.numbers} aria-label={t('map.legend')} role="img">
        {labelled.map((kmh) => (
          <span key={kmh} aria-hidden>
            {kmh === highest ? format.speed(kmh) : format.number(Math.round(kmh * perKmh))}
          </span>
        ))}
      </div>
    </div>
  )
}
