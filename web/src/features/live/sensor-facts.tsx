import type { Location } from '@rastro/client'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Format } from '../../ui/use-format.ts'
import { useFormat } from '../../ui/use-format.ts'
import styles from './device-card.module.css'

/** What the tracker measured when it was last heard; what it did not say is not shown. */
export function SensorFacts({ location }: { location: Location }) {
  const { t } = useTranslation('live')
  const facts = factsOf(location, t, useFormat())
  if (facts.length === 0) return null
  return (
    <dl className={styles.sensors}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`card.sensor.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function factsOf(location: Location, t: TFunction, format: Format): [name: string, value: string][] {
  const percent = (value: number) => format.number(value / 100, { style: 'percent' })
  const unit = (name: string, digits: number) => (value: number) =>
    format.number(value, { style: 'unit', unit: name, maximumFractionDigits: digits })
  const facts: [string, string | undefined][] = [
    ['ignition', told(location.ignition, (on) => (on ? t('card.on') : t('card.off')))],
    ['battery', told(location.battery, percent)],
    [
      'power',
      told(location.powerVoltage, (volts) => `${format.number(volts, { maximumFractionDigits: 1 })} V`),
    ],
    ['fuel', told(location.fuel, percent)],
    ['temperature', told(location.temperature, unit('celsius', 1))],
    ['satellites', told(location.satellites, (count) => format.number(count))],
    ['altitude', told(location.altitude, unit('meter', 0))],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== undefined)
}

function told<V>(value: V | null | undefined, say: (value: V) => string): string | undefined {
  return value === null || value === undefined ? undefined : say(value)
}
