import type { Location } from '@rastro/client'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Format } from '../../ui/use-format.ts'
import { useFormat } from '../../ui/use-format.ts'
import styles from './device-card.module.css'

/** The sensor values of the last report; missing ones are not shown. */
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
  // Reported without a position, after the location that is shown.
  const withTime = (value: string, at: string | undefined) =>
    at === undefined ? value : t('card.reportedAt', { value, time: format.dateTime(at) })
  const unit = (name: string, digits: number) => (value: number) =>
    format.number(value, { style: 'unit', unit: name, maximumFractionDigits: digits })
  const facts: [string, string | undefined][] = [
    ['ignition', formatted(location.ignition, (on) => (on ? t('card.on') : t('card.off')))],
    ['battery', formatted(location.battery, (value) => withTime(percent(value), location.batteryAt))],
    ['charging', formatted(location.charging, (on) => (on ? t('card.yes') : t('card.no')))],
    [
      'power',
      formatted(location.powerVoltage, (volts) => `${format.number(volts, { maximumFractionDigits: 1 })} V`),
    ],
    ['fuel', formatted(location.fuel, percent)],
    ['temperature', formatted(location.temperature, unit('celsius', 1))],
    ['satellites', formatted(location.satellites, (count) => format.number(count))],
    ['altitude', formatted(location.altitude, unit('meter', 0))],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== undefined)
}

function formatted<V>(value: V | null | undefined, format: (value: V) => string): string | undefined {
  return value === null || value === undefined ? undefined : format(value)
}
