import type { InstallationHealth } from '@rastro/client'
import { expect, test } from 'vitest'
import { summaryOf } from './summary.ts'

const nowMs = Date.parse('2026-11-19T12:00:00Z')
const at = '2026-11-19T11:59:55Z'
type Process = InstallationHealth['processes'][number]
const processOf = (fields: Partial<Process>): Process => ({
  ...{ id: 'x', cell: 0, role: 'api', version: '1.0.0', host: 'one', state: 'ready' },
  ...{ startedAt: at, reportedAt: at, unavailable: [], eventLoopMs: 3, memoryBytes: 1, measures: {} },
  ...fields,
})
const keysOf = (processes: Process[], takenAt: string | undefined = at) => {
  const backups = takenAt === '' ? [] : [{ cell: 0, takenAt }]
  return summaryOf({ processes, backups, doctor: [] } as unknown as InstallationHealth, nowMs).map(
    ({ key }) => key,
  )
}

test('a healthy installation has no faults', () => {
  expect(keysOf([processOf({}), processOf({ role: 'recorder', measures: { logOldestSeconds: 2 } })])).toEqual(
    [],
  )
})

test.each<[Partial<Process>, string]>([
  [{ state: 'missing' }, 'missing'],
  [{ state: 'notReady', unavailable: ['bus'] }, 'notReady'],
  [{ eventLoopMs: 250 }, 'slow'],
  [{ measures: { logOldestSeconds: 90 } }, 'log'],
  [{ measures: { messagesOldestSeconds: 90 } }, 'messages'],
])('%j is %s', (fields, key) => {
  expect(keysOf([processOf(fields)])).toEqual([key])
})

test('an old backup, none, and two versions are named', () => {
  expect(keysOf([processOf({})], '2026-11-15T12:00:00Z')).toEqual(['oldBackup'])
  expect(keysOf([processOf({})], '')).toEqual(['noBackup'])
  expect(keysOf([processOf({}), processOf({ version: '1.1.0' })])).toEqual(['versions'])
})

test('what a missing process last measured no longer counts', () => {
  expect(
    keysOf([processOf({ state: 'missing', eventLoopMs: 900, measures: { logOldestSeconds: 900 } })]),
  ).toEqual(['missing'])
})
