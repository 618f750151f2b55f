import { expect, test } from 'vitest'
import { toLocation } from './traccar-location.ts'

const cells = {
  deviceid: '1',
  fixtime: '2026-03-01 12:34:56.789',
  valid: 't',
  latitude: '41.5',
  longitude: '2.25',
  altitude: '120',
  speed: '10',
  course: '360',
  accuracy: '0',
  attributes: '{}',
}

test('converts units and fields', () => {
  const attributes = JSON.stringify({
    ignition: true,
    motion: false,
    batteryLevel: 80,
    battery: 4.1,
    power: 13.9,
    fuelLevel: 55,
    fuel: 40,
    odometer: 123_456,
    totalDistance: 9_000,
    distance: 12,
    sat: 9,
    rpm: 1_800,
    temp1: -4.5,
    in1: true,
    in2: false,
    in4: true,
    alarm: 'hardBraking,sos',
    io200: 0,
    beacons: [{ id: 1 }],
  })
  expect(toLocation({ ...cells, attributes }, 'UTC')).toEqual({
    location: {
      dateTime: '2026-03-01T12:34:56.789Z',
      latitude: 41.5,
      longitude: 2.25,
      altitude: 120,
      speed: 5.14444,
      course: 0,
      ignition: true,
      moving: false,
      battery: 80,
      powerVoltage: 13.9,
      fuel: 55,
      mileage: 123.456,
      satellites: 9,
      rpm: 1_800,
      temperature: -4.5,
      inputs: [true, false],
      alerts: ['harshBraking', 'sos'],
      attributes: {
        battery: 4.1,
        fuel: 40,
        totalDistance: 9_000,
        in4: true,
        io200: 0,
        beacons: '[{"id":1}]',
      },
    },
  })
})

test('keeps a value that does not fit a field as an attribute', () => {
  const attributes = '{"batteryLevel":255,"ignition":"on"}'
  const read = toLocation({ ...cells, attributes }, 'UTC')
  expect(read).toMatchObject({ location: { attributes: { batteryLevel: 255, ignition: 'on' } } })
  expect(read).not.toHaveProperty('location.battery')
})

test('keeps a position without a fix', () => {
  expect(toLocation({ ...cells, valid: 'false' }, 'UTC')).toMatchObject({ location: { valid: false } })
  expect(toLocation({ ...cells, valid: '0' }, 'UTC')).toMatchObject({ location: { valid: false } })
})

test('reads times in the given time zone, also when clocks go forward', () => {
  const at = (fixtime: string) => toLocation({ ...cells, fixtime }, 'Europe/Madrid')
  expect(at('2026-03-01 12:00:00')).toMatchObject({ location: { dateTime: '2026-03-01T11:00:00.000Z' } })
  expect(at('2026-07-01 12:00:00')).toMatchObject({ location: { dateTime: '2026-07-01T10:00:00.000Z' } })
  expect(at('2026-07-01 12:00:00+00')).toMatchObject({ location: { dateTime: '2026-07-01T12:00:00.000Z' } })
})

test.each([
  [{ fixtime: null }, 'fixtime is empty'],
  [{ fixtime: 'yesterday' }, 'fixtime cannot be "yesterday"'],
  [{ latitude: '91' }, 'latitude and longitude cannot be "91, 2.25"'],
  [{ attributes: '{' }, 'attributes is not JSON'],
])('%o is a fault', (wrong, fault) => {
  expect(toLocation({ ...cells, ...wrong }, 'UTC')).toEqual({ fault })
})
