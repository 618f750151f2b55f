import type { SharedLocation } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import type { Format } from '../../ui/use-format.ts'
import styles from './share-view.module.css'
import { hasCoordinates } from './shared-locations.ts'

/** All shared fields of the newest location. */
export function SharedFields({ location, format }: { location: SharedLocation; format: Format }) {
  const { t } = useTranslation('shares')
  const unit = (value: number, unit: string) =>
    format.number(value, { style: 'unit', unit, maximumFractionDigits: 1 })
  const yesOrNo = (value: boolean) => t(value ? 'view.yes' : 'view.no')
  const { speed, course, altitude, accuracy, battery, ignition, mileage, fuel, temperature, humidity } =
    location
  const rows: [string, string | undefined][] = [
    ['time', format.dateTime(location.dateTime)],
    [
      'position',
      hasCoordinates(location)
        ? `${location.latitude.toFixed(5)}, ${location.longitude.toFixed(5)}`
        : undefined,
    ],
    ['speed', speed === undefined ? undefined : format.speed(speed * 3.6)],
    ['course', course === undefined ? undefined : `${format.number(Math.round(course))}°`],
    ['altitude', altitude === undefined ? undefined : unit(altitude, 'meter')],
    ['accuracy', accuracy === undefined ? undefined : unit(accuracy, 'meter')],
    ['battery', battery === undefined ? undefined : unit(battery, 'percent')],
    ['ignition', ignition === undefined ? undefined : yesOrNo(ignition)],
    ['moving', location.moving === undefined ? undefined : yesOrNo(location.moving)],
    ['mileage', mileage === undefined ? undefined : format.distance(mileage * 1_000)],
    ['fuel', fuel === undefined ? undefined : unit(fuel, 'percent')],
    ['temperature', temperature === undefined ? undefined : unit(temperature, 'celsius')],
    ['humidity', humidity === undefined ? undefined : unit(humidity, 'percent')],
  ]
  return (
    <dl className={styles.fields}>
      {rows.map(
        ([name, value]) =>
          value !== undefined && (
            <div key={name}>
              <dt>{t(`fields.${name}`)}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
