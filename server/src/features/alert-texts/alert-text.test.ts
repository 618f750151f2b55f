import { describe, expect, test } from 'vitest'
import type { Reader } from './alert-text.api.ts'
import { createAlertTexts } from './alert-text.api.ts'

const describeFor = (reader: Partial<Reader>, name: string, text: string | null, isOfRule = true) =>
  createAlertTexts({ language: 'es', units: 'metric', timeZone: 'UTC', ...reader })({ name, text, isOfRule })

describe('the text of an alert', () => {
  test.each([
    ['speed.above', 'Speed is 138.6 km/h, above 120 km/h', 'Exceso de velocidad: 139 km/h (límite 120 km/h)'],
    ['temperature.low', 'Temperature is -3.5 °C, below 2 °C', 'Temperatura -3,5 °C (mínimo 2 °C)'],
    ['battery.low', 'The device reports a low battery', 'Batería del rastreador baja'],
    ['geofence.entered', 'Entered "El "viejo" almacén"', 'Entró en «El "viejo" almacén»'],
    ['stopped', 'Stationary for 90 minutes', 'Parado durante 1 h y 30 min'],
    ['mileage', 'Mileage reached 20000 km', 'Kilometraje alcanzado: 20.000 km'],
    ['attribute.oilPressure', 'oilPressure is 0.4 , below 1 ', 'oilPressure: 0,4 (límite 1)'],
    ['overdue', 'No data since 2026-11-15T11:49:00Z', 'Sin contacto desde el 15 nov 2026, 11:49'],
    ['maintenance.due', 'Maintenance "Aceite" is due', 'Mantenimiento pendiente: Aceite'],
    ['route.deviation', 'Off the route', 'Fuera de ruta'],
    ['unknown', 'Something', 'Something'],
    ['constructor', 'Something', 'Something'],
  ])('%s: %s', (name, text, expected) => {
    expect(describeFor({}, name, text)).toBe(expected)
  })

  test('is in the units of its reader', () => {
    const text = 'Speed is 138.6 km/h, above 120 km/h'
    expect(describeFor({ language: 'en', units: 'imperial' }, 'speed.above', text)).toBe(
      'Speeding: 86 mph (limit 75 mph)',
    )
    expect(describeFor({ language: 'pt', units: 'nautical' }, 'speed.above', text)).toMatch(/75 kn.*65 kn/)
  })

  test('is the text that was reported, or the name of the alarm', () => {
    expect(describeFor({}, 'door.open', 'Rear door open', false)).toBe('Rear door open')
    expect(describeFor({}, 'powerCut', null, false)).toBe('Corte de alimentación')
    expect(describeFor({}, 'door.open', null, false)).toBe('door.open')
  })
})
