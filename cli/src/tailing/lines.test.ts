import { expect, test } from 'vitest'
import type { TailedEvent } from './lines.ts'
import { lineOf } from './lines.ts'

const look = { colours: false, timeZone: 'UTC' }
const event = (type: string, data: object, timestamp = '2026-11-15T14:03:22.000Z') =>
  ({ id: 'evt_1', type, timestamp, deviceId: 'dev_1', data }) as unknown as TailedEvent

test.each([
  [
    'location',
    {
      dateTime: '2026-11-15T14:03:21Z',
      latitude: 41.38506,
      longitude: 2.1734,
      speed: 14.5,
      course: 350,
      ignition: true,
    },
    '14:03:22  Truck 7               41.38506, 2.17340       52 km/h  N   ignition on',
  ],
  [
    'location',
    { dateTime: '2026-11-15T11:00:00Z', latitude: null, longitude: null, valid: false },
    '14:03:22  Truck 7                                          no fix  (of 3 h before)',
  ],
  [
    'alert.raised',
    { name: 'SOS', severity: 'critical', text: 'pressed', latitude: 1, longitude: 2, late: false },
    '14:03:22  Truck 7               ▲ SOS  critical  pressed  1.00000, 2.00000',
  ],
  [
    'trip.started',
    { id: 'trp_1', version: 1, start: { latitude: 1, longitude: 2, place: { shortName: '9 km E of Oyem' } } },
    '14:03:22  Truck 7               → trip started  9 km E of Oyem  1.00000, 2.00000',
  ],
  [
    'trip.ended',
    {
      id: 'trp_1',
      version: 2,
      end: { latitude: 1, longitude: 2 },
      distance: 18_240,
      duration: 1_770,
      late: true,
    },
    '14:03:22  Truck 7               → trip ended  18.2 km in 30 min  1.00000, 2.00000  (late)',
  ],
  [
    'trip.corrected',
    { id: 'trp_1', cause: 'late', before: { distance: 18_240 }, after: { distance: 51_877.4 } },
    '14:03:22  Truck 7               → trip corrected  18.2 km, now 51.9 km  late',
  ],
  [
    'trip.withdrawn',
    { id: 'trp_1', cause: 'settings', before: { distance: 940 } },
    '14:03:22  Truck 7               → trip withdrawn  0.9 km  settings',
  ],
  [
    'fuel.drained',
    {
      id: 'fev_1',
      litres: 40.06,
      levelBefore: 273.7,
      levelAfter: 233.6,
      latitude: 1,
      longitude: 2,
      late: true,
    },
    '14:03:22  Truck 7               ⛽ fuel drained  40.1 l (273.7 to 233.6)  1.00000, 2.00000  (late)',
  ],
  [
    'visit.started',
    { geofenceId: 'geo_1', version: 1, enteredAt: '2026-11-15T14:02:00.000Z' },
    '14:03:22  Truck 7               ⌂ visit started  geo_1',
  ],
  [
    'visit.ended',
    { geofenceId: 'geo_1', type: 'stayed', duration: 1_770, distance: 420.5, late: true },
    '14:03:22  Truck 7               ⌂ visit ended  geo_1  stayed  30 min  0.4 km  (late)',
  ],
  [
    'driver.changed',
    { driverId: 'drv_1', tag: '01A2', drivingSince: '2026-11-15T14:02:00.000Z' },
    '14:03:22  Truck 7               ☺ driver changed  drv_1',
  ],
  [
    'driver.changed',
    { driverId: null, tag: '01\u001bA2', drivingSince: '2026-11-15T14:02:00.000Z', late: true },
    '14:03:22  Truck 7               ☺ driver changed  unknown tag 01 A2  (late)',
  ],
  ['device.offline', { lastSeenAt: null }, '14:03:22  Truck 7               ● offline'],
  [
    'notification.suppressed',
    { channel: 'sms', to: '+34600', state: 'suppressed', reason: 'daily limit reached' },
    '14:03:22  Truck 7               ✉ sms suppressed  to +34600  daily limit reached',
  ],
  [
    'account.cap_exhausted',
    { kind: 'sms', period: 'day', startsOn: '2026-11-15', used: 200, cap: 200 },
    '14:03:22  Truck 7               ✉ cap used up, no alerts are sent  200 of 200 sms per day',
  ],
  [
    'account.status_changed',
    { status: 'suspended', previousStatus: 'active', reason: 'Unpaid.' },
    '14:03:22  Truck 7               ● suspended  Unpaid.',
  ],
  [
    'account.host_changed',
    { host: 'fleet.alpha.example', state: 'failing' },
    '14:03:22  Truck 7               ● fleet.alpha.example  failing',
  ],
  [
    'account.support_started',
    { visitorName: 'ana\u001b[2J', organization: 'Alpha GPS', reason: 'Ticket 4711' },
    '14:03:22  Truck 7               ● support started  ana [2J (Alpha GPS)  Ticket 4711',
  ],
  [
    'status',
    { dateTime: '2026-11-15T08:30:00.000Z', battery: 79, ignition: false, alerts: ['sos'] },
    '14:03:22  Truck 7               ● status  battery 79 %  ignition off  sos',
  ],
  [
    'account.email_sender_withdrawn',
    { address: 'alerts@alpha.example', fault: 'missing' },
    '14:03:22  Truck 7               ✉ sender withdrawn  alerts@alpha.example  missing',
  ],
  [
    'odometer.set',
    { dateTime: '2026-11-15T08:30:00.000Z', value: 128_450.5, computed: null },
    '14:03:22  Truck 7               ● odometer set  128450.5 km',
  ],
  [
    'report.finished',
    {
      report: 'trips',
      format: 'pdf',
      state: 'failed',
      from: '2026-11-09',
      to: '2026-11-15',
      failure: 'Too large.',
    },
    '14:03:22  Truck 7               ● report failed  trips pdf  2026-11-09 to 2026-11-15  Too large.',
  ],
  [
    'maintenance.soon',
    {
      planId: 'mpl_0aB1cD2eF3gH4iJ5kL6mN7',
      planName: 'Oil change',
      countedSince: '2026-05-04T09:00:00.000Z',
      remainingKm: 480.25,
      remainingHours: null,
      remainingDays: 170,
    },
    '14:03:22  Truck 7               ● maintenance due soon  Oil change  480 km, 170 days left',
  ],
  [
    'command.failed',
    { type: 'reboot', state: 'failed', reason: 'no_answer' },
    '14:03:22  Truck 7               » command reboot failed  no_answer',
  ],
])('formats %s as one line', (type, data, line) => {
  expect(lineOf(event(type, data), 'Truck 7', look)).toBe(line)
})

test('text of trackers and customers cannot move the cursor', () => {
  const data = {
    name: 'x\u001b[2J',
    severity: 'info',
    text: 'a\nb',
    latitude: null,
    longitude: null,
    late: false,
  }
  const line = lineOf(event('alert.raised', data), 'Evil\u001b[1A', look)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for control characters.
  expect(line).not.toMatch(/[\u0000-\u001f]/)
})
