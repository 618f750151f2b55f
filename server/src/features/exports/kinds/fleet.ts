import type { ExportedKind } from './fields.ts'
import { deviceId, from, number, text, time } from './fields.ts'

export const fleetKinds: ExportedKind[] = [
  {
    name: 'meterReadings',
    table: 'meter_readings',
    about: 'Readings of odometers (`value` in centimetres) and of hour meters (`value` in seconds).',
    key: { number: 'bigint' },
    fields: {
      deviceId: deviceId(),
      meter: text('meter'),
      dateTime: time('at'),
      value: number('value'),
      note: text('note'),
      setBy: text('created_by'),
      createdAt: time('created_at'),
      day: from(['day'], 'string', 't.day'),
      timeZone: text('zone'),
      countedBefore: number('base'),
      computed: number('computed'),
      factor: number('factor'),
    },
  },
  {
    name: 'trackMarks',
    table: 'track_marks',
    api: 'TrackMark',
    about: 'Marks that cut or join trips.',
    key: { number: 'bigint' },
    fields: {
      id: text('id'),
      deviceId: deviceId(),
      dateTime: time('at'),
      type: text('kind'),
      createdAt: time('created_at'),
      createdBy: text('created_by'),
    },
  },
]
