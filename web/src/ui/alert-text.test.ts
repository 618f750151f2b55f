import { createInstance } from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { catalogue as en } from '../messages/en.ts'
import { catalogue as es } from '../messages/es.ts'
import type { Translate } from './alert-text.ts'
import { describeAlert } from './alert-text.ts'
import { createFormat } from './use-format.ts'

const i18n = createInstance()
beforeAll(() =>
  i18n.init({
    lng: 'en',
    fallbackLng: false,
    interpolation: { escapeValue: false },
    resources: { en, es } as never,
  }),
)
const format = createFormat('en', 'metric', 'UTC')
const describeText = (name: string, text: string | null, ruleId: string | null = 'rul') =>
  describeAlert({ name, text, ruleId }, i18n.getFixedT('en') as Translate, format)

describe('the text of an alert', () => {
  test.each([
    ['speed.above', 'Speed is 138.6 km/h, above 120 km/h', 'Speeding: 139 km/h (limit 120 km/h)'],
    ['temperature.low', 'Temperature is -3.5 °C, below 2 °C', 'Temperature -3.5 °C (minimum 2 °C)'],
    ['battery.low', 'Battery is 11 %, below 15 %', 'Tracker battery 11 % (minimum 15 %)'],
    ['battery.low', 'The device reports a low battery', 'Low tracker battery'],
    ['geofence.entered', 'Entered "The "old" depot"', 'Entered “The "old" depot”'],
    ['zone.forbidden', 'In the forbidden area "Harbour"', 'In forbidden zone “Harbour”'],
    ['fuel.drop', 'Fuel went from 70 % to 41 %', 'Fuel dropped from 70 % to 41 %'],
    ['input.on', 'Input 3 was on for 60 s', 'Input 3 on'],
    ['stopped', 'Stationary for 90 minutes', 'Stopped for 1h 30m'],
    ['towing', 'Moving at 12 km/h with the engine off', 'Moving at 12 km/h with the engine off'],
    ['towing', 'The device was shaken, moved or towed', 'Possible towing'],
    ['mileage', 'Mileage reached 20000 km', 'Mileage reached 20,000 km'],
    ['attribute.oilPressure', 'oilPressure is 0.4 , below 1 ', 'oilPressure: 0.4 (limit 1)'],
    ['overdue', 'No data since 2026-11-15T11:49:00Z', 'No contact since Nov 15, 2026, 11:49 AM'],
    ['maintenance.soon', 'Maintenance "Oil "5W"" is due soon', 'Maintenance due soon: Oil "5W"'],
    ['maintenance.due', 'Maintenance "Oil" is due', 'Maintenance due: Oil'],
    ['sos', 'The SOS button was pressed', 'SOS'],
  ])('%s: %s', (name, text, expected) => {
    expect(describeText(name, text)).toBe(expected)
  })

  test('is the reported text of another system', () => {
    expect(describeText('door.open', 'Rear door open', null)).toBe('Rear door open')
    expect(describeText('sos', 'Call me', null)).toBe('Call me')
    expect(describeText('door.open', null, null)).toBe('door.open')
  })

  test('is in the user’s language and units', () => {
    const alert = { name: 'speed.above', text: 'Speed is 138.6 km/h, above 120 km/h', ruleId: 'rul' }
    expect(
      describeAlert(alert, i18n.getFixedT('es') as Translate, createFormat('es', 'nautical', 'UTC')),
    ).toBe('Exceso de velocidad: 75 kn (límite 65 kn)')
  })
})
