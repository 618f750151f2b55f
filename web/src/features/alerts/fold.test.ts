import type { Alert } from '@rastro/client'
import { expect, test } from 'vitest'
import { fold, rowsOf } from './fold.ts'

const alert = (id: string, more: Partial<Alert> = {}): Alert =>
  ({
    id,
    deviceId: 'dev',
    ruleId: 'rul',
    name: 'input.on',
    severity: 'info',
    text: 'Input 1 is on',
    ...more,
  }) as Alert
const ids = (alerts: Alert[]) => fold(alerts).map((one) => one.alerts.map(({ id }) => id).join(' '))

test('like alerts of one device are one row, at the position of the newest', () => {
  expect(ids([alert('5'), alert('4', { deviceId: 'other' }), alert('3'), alert('1')])).toEqual(['5 3 1', '4'])
})

test('another rule, severity, geofence, input or report is another row', () => {
  const one = alert('1')
  expect(ids([one, alert('2', { ruleId: 'another' })])).toHaveLength(2)
  expect(ids([one, alert('2', { severity: 'critical' })])).toHaveLength(2)
  expect(ids([one, alert('2', { text: 'Input 2 is on' })])).toHaveLength(2)
  const entered = (id: string, area: string) =>
    alert(id, { name: 'geofence.entered', text: `Entered "${area}"` })
  expect(ids([entered('1', 'Depot'), entered('2', 'Port')])).toHaveLength(2)
  const reported = (id: string, text: string) => alert(id, { ruleId: null, name: 'door', text })
  expect(ids([reported('1', 'Rear'), reported('2', 'Side')])).toHaveLength(2)
})

test('different values do not separate like alerts: a speed of 130 and one of 140', () => {
  const fast = (id: string, kmh: number) =>
    alert(id, { name: 'speed.above', text: `Speed is ${kmh} km/h, above 120 km/h` })
  expect(ids([fast('2', 140), fast('1', 130)])).toEqual(['2 1'])
})

test('a fold shows its newest alert, and all of them when open', () => {
  const folds = fold([alert('3'), alert('2', { deviceId: 'other' }), alert('1')])
  expect(rowsOf(folds, new Set()).map(({ alert }) => alert.id)).toEqual(['3', '2'])
  const opened = rowsOf(folds, new Set([folds[0]?.key ?? '']))
  expect(opened.map(({ alert, isHead }) => [alert.id, isHead])).toEqual([
    ['3', true],
    ['1', false],
    ['2', true],
  ])
})
