// Alert rules of the demo, besides the SOS rule of every account. Together they raise about thirty alerts a day.

import type { RuleDocument } from '../../features/alerts/rule.types.ts'

/** Groups and geofences by name; replaced by ids when the rule is created. */
export type NamedRule = RuleDocument & { groups?: string[]; geofences?: string[] }

export const rules: NamedRule[] = [
  {
    name: 'Lorry above 98 km/h',
    type: 'speed',
    severity: 'warning',
    settings: { above: 98, forSeconds: 120 },
    groups: ['Iberian haulage', 'Night freight', 'South America', 'Morocco line'],
  },
  {
    name: 'Cold chain: warmer than −14 °C',
    type: 'temperature',
    severity: 'critical',
    settings: { above: -14, forSeconds: 600 },
    groups: ['Refrigerated'],
  },
  {
    name: 'Ferry arrives',
    type: 'geofence',
    severity: 'info',
    settings: { on: 'entered' },
    groups: ['Ferries'],
    geofences: ['Port of Palma', 'Port of Eivissa'],
  },
  {
    name: 'Leaves the hub after ten at night',
    type: 'geofence',
    severity: 'info',
    settings: { on: 'left' },
    conditions: { schedule: [{ from: '22:00', to: '05:00' }] },
    groups: ['Night freight', 'Iberian haulage'],
    geofences: ['Madrid hub'],
  },
  {
    name: 'Fishing where it is closed',
    type: 'forbiddenZone',
    severity: 'warning',
    groups: ['Fishing fleet'],
    geofences: ['Closed to fishing: off A Guarda', 'Closed to fishing: Gran Sol corals'],
  },
  {
    name: 'Diesel disappears',
    type: 'fuelChange',
    severity: 'warning',
    settings: { on: 'drop', by: 15, withinSeconds: 7_200 },
    groups: ['Iberian haulage'],
  },
  {
    name: 'Battery of a rescuer below 25 %',
    type: 'batteryLow',
    severity: 'info',
    settings: { below: 25 },
    groups: ['Mountain rescue'],
  },
  {
    name: 'Van idles for a quarter of an hour (paused)',
    type: 'idling',
    enabled: false,
    severity: 'info',
    settings: { forSeconds: 900 },
    groups: ['City delivery'],
  },
]

/** Created after the last day is stored: before that, all devices are silent. */
export const silenceRule: NamedRule = {
  name: 'No report for six hours',
  type: 'overdue',
  severity: 'warning',
  settings: { afterSeconds: 21_600 },
  groups: ['Fishing fleet', 'Expeditions', 'Ocean'],
}
