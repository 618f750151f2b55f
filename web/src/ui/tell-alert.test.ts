import { createInstance } from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { catalogue as en } from '../messages/en.ts'
import { catalogue as es } from '../messages/es.ts'
import type { Say } from './tell-alert.ts'
import { tellAlert, valuesIn } from './tell-alert.ts'
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
const tell = (name: string, text: string | null, rule: string | null = 'rul') =>
  tellAlert({ name, text, rule }, i18n.getFixedT('en') as Say, format)

describe('an alert is told', () => {
  test.each([
    ['speed.above', 'Speed is 138.6 km/h, above 120 km/h', 'Too fast: 139 km/h (limit 120 km/h)'],
    ['temperature.low', 'Temperature is -3.5 °C, below 2 °C', 'Too cold: -3.5 °C (at least 2 °C)'],
    ['battery.low', 'Battery is 11 %, below 15 %', 'Tracker battery 11 % (at least 15 %)'],
    ['battery.low', 'The tracker says that its battery is low', 'Tracker battery low'],
    ['geofence.entered', 'Entered "The "old" depot"', 'Entered “The "old" depot”'],
    ['zone.forbidden', 'Is in "Harbour", where it must not be', 'In “Harbour”, where it must not be'],
    ['fuel.drop', 'Fuel went from 70 % to 41 %', 'Fuel dropped from 70 % to 41 %'],
    ['input.on', 'Input 3 was on for 60 s', 'Input 3 is on'],
    ['stopped', 'Has stood for 90 minutes', 'Has stood for 1h 30m'],
    ['towing', 'Moves at 12 km/h with the engine off', 'Moves at 12 km/h with the engine off'],
    ['towing', 'The tracker was shaken, moved or towed', 'Shaken, moved or towed'],
    ['mileage', 'Mileage reached 20000 km', 'Mileage reached 20,000 km'],
    ['attribute.oilPressure', 'oilPressure is 0.4 , below 1 ', 'oilPressure: 0.4 (limit 1)'],
    ['overdue', 'Not heard from since 2026-11-15T11:49:00Z', 'Silent since Nov 15, 2026, 11:49 AM'],
    ['sos', 'The SOS button was pressed', 'SOS'],
  ])('%s: %s', (name, text, told) => {
    expect(tell(name, text)).toBe(told)
  })

  test('in the words of whoever reported it', () => {
    expect(tell('door.open', 'Rear door open', null)).toBe('Rear door open')
    expect(tell('sos', 'Call me', null)).toBe('Call me')
    expect(tell('door.open', null, null)).toBe('door.open')
  })

  test('in the reader’s language and units', () => {
    const said = { name: 'speed.above', text: 'Speed is 138.6 km/h, above 120 km/h', rule: 'rul' }
    expect(tellAlert(said, i18n.getFixedT('es') as Say, createFormat('es', 'nautical', 'UTC'))).toBe(
      'Demasiado rápido: 75 kn (límite 65 kn)',
    )
  })
})

test('a text without values has none', () => {
  expect(valuesIn('Is off its route')).toEqual({})
  expect(valuesIn(null)).toEqual({})
})
