import { expect, test } from 'vitest'
import { missed } from '../../scripts/proof/report.ts'
import type { Findings } from './report.ts'
import { controlOf, reportOf } from './report.ts'

const quiet = { name: 'quiet', fromMs: 0, toMs: 10_000 }
const attack = { name: 'attack', fromMs: 10_000, toMs: 20_000 }
const recovery = { name: 'recovery', fromMs: 20_000, toMs: 30_000 }
const bounds = { minAttacks: 15, isControl: false }
const given = { attacks: 15, unsent: 0, cursorsLost: 0, hiddenByForgery: 0, crashes: 0 }

/** A hundred samples a second, 20 ms each; in the attack as slow as given. */
const samples = (attackMs = 20) =>
  Array.from({ length: 3_000 }, (_, index) => ({
    dueAtMs: index * 10,
    durationMs: index >= 1_000 && index < 2_000 ? attackMs : 20,
  }))

function findings({ life, checks }: { life?: object; checks?: object } = {}): Findings {
  const nothing = { lost: 0, alertsMissing: 0, alertsExtra: 0, mailsMissing: 0, eventsMissing: 0 }
  return {
    life: {
      acknowledgedBySocket: samples(),
      acknowledgedByHttp: [],
      calls: samples(),
      refusals: new Map(),
      ...life,
    },
    checks: { stored: samples(), alerts: samples(), ...nothing, ...checks },
    quiet,
    attack,
    recovery,
  } as Findings
}

const missedBy = (found: Findings) => missed(reportOf(found, bounds, given))

test('an account that notices nothing meets every bound', () => {
  expect(missedBy(findings())).toEqual([])
})

test('each planted harm misses its bound', () => {
  expect(missedBy(findings({ life: { acknowledgedBySocket: samples(41) } }))).toEqual([
    'acknowledgedP99Ratio',
    'socketP99Ratio',
  ])
  expect(missedBy(findings({ life: { acknowledgedByHttp: samples(41) } }))).toEqual(['acknowledgedP99Ratio'])
  expect(missedBy(findings({ life: { acknowledgedBySocket: samples().slice(0, 1_700) } }))).toEqual([
    'acknowledged',
  ])
  expect(missedBy(findings({ life: { calls: samples(1_001) } }))).toEqual(['apiP99Ms'])
  expect(missedBy(findings({ life: { refusals: new Map([['503', 1]]) } }))).toEqual(['apiRefused'])
  expect(missedBy(findings({ checks: { stored: samples(5_001) } }))).toEqual(['storedP999Ms'])
  expect(missedBy(findings({ checks: { alerts: samples(10_001) } }))).toEqual(['alertP99Ms'])
  for (const loss of ['lost', 'alertsMissing', 'mailsMissing', 'eventsMissing'])
    expect(missedBy(findings({ checks: { [loss]: 1 } }))).toEqual([loss])
})

test('on a machine whose host took the processor away, only what was lost counts', () => {
  const hurt = findings({ life: { calls: samples(5_000) }, checks: { lost: 1 } })
  expect(missed(reportOf(hurt, bounds, { ...given, attackStolenShare: 0.04 }))).toEqual(['lost', 'apiP99Ms'])
  expect(missed(reportOf(hurt, bounds, { ...given, attackStolenShare: 0.06 }))).toEqual(['lost'])
})

test('the control passes only if bounds were missed', () => {
  expect(missed(controlOf(reportOf(findings(), bounds, given)))).toEqual(['boundsMissed'])
  const hurt = findings({
    life: { acknowledgedBySocket: samples(500), calls: samples(5_000) },
    checks: { lost: 7 },
  })
  const control = controlOf(
    reportOf(hurt, { ...bounds, isControl: true }, { ...given, attackStolenShare: 0.06 }),
  )
  expect(control.figures).toMatchObject({
    boundsMissed: 4,
    missed: 'lost, acknowledgedP99Ratio, socketP99Ratio, apiP99Ms',
  })
  expect(missed(control)).toEqual([])
})
