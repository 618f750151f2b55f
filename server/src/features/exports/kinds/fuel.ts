import type { ExportedKind, Field } from './fields.ts'
import { computed, degrees, deviceId, from, idOf, object, text, time } from './fields.ts'

/** Stored in millilitres, in litres as in the API. */
const litres = (column: string): Field => from([column], 'number', `t.${column} / 1000::float8`)

export const fuelKinds: ExportedKind[] = [
  {
    name: 'fuelSensors',
    table: 'fuel_sensors',
    about: 'Fuel sensors of devices, with their calibration.',
    key: { number: 'int' },
    fields: {
      id: text('id'),
      deviceId: deviceId(),
      name: text('name'),
      source: text('source'),
      attribute: text('attribute'),
      calibration: object('calibration'),
      tankLitres: litres('tank_ml'),
      minFillLitres: litres('min_fill_ml'),
      minDrainLitres: litres('min_drain_ml'),
      idleLitresPerHour: litres('idle_ml_per_hour'),
      litresPer100Km: litres('ml_per_100_km'),
      createdAt: time('created_at'),
      modifiedAt: time('modified_at'),
    },
  },
  {
    name: 'fuelStops',
    table: 'fuel_stops',
    about: 'Fuel levels at the beginning and the end of stops. A long stop has several parts.',
    key: { sensor_number: 'int', began_at: 'timestamptz' },
    fields: {
      sensorId: idOf('fuel_sensors', 'sensor_number'),
      startedAt: time('began_at'),
      endedAt: time('ended_at'),
      stopStartedAt: time('stop_at'),
      firstLevel: litres('first_ml'),
      lastLevel: litres('last_ml'),
      lastReadingAt: time('last_at'),
    },
  },
  {
    name: 'fuelEvents',
    table: 'fuel_events',
    about: 'Fills and drains.',
    key: { number: 'bigint' },
    located: 'here',
    fields: {
      id: text('id'),
      deviceId: deviceId(),
      sensorId: idOf('fuel_sensors', 'sensor_number'),
      type: text('kind'),
      startedAt: time('from_at'),
      endedAt: time('to_at'),
      levelBefore: litres('before_ml'),
      levelAfter: litres('after_ml'),
      litres: litres('ml'),
      latitude: degrees('latitude'),
      longitude: degrees('longitude'),
      place: computed,
      confirmedAt: time('confirmed_at'),
      confirmedBy: text('confirmed_by'),
      confirmedLitres: litres('confirmed_ml'),
      note: text('note'),
      version: from([], 'number', 't.version'),
    },
  },
]
