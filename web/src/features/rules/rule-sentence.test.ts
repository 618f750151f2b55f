import { ruleTypes } from '@rastro/client/constants'
import { createInstance } from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { catalogue as en } from '../../messages/en.ts'
import { catalogue as es } from '../../messages/es.ts'
import { catalogue as pt } from '../../messages/pt.ts'
import type { Translate } from '../../ui/alert-text.ts'
import { createFormat } from '../../ui/use-format.ts'
import type { Draft } from './draft.ts'
import { newDraft } from './draft.ts'
import { kindForms, settingsOf } from './kinds.ts'
import { describeRule } from './rule-sentence.ts'

const i18n = createInstance()
beforeAll(() =>
  i18n.init({
    lng: 'en',
    fallbackLng: false,
    defaultNS: 'rules',
    interpolation: { escapeValue: false },
    resources: { en, es, pt } as never,
  }),
)
const names = { group: () => 'Vans', device: () => 'MAD-1', geofence: () => 'Depot' }
function sentenceOf(kind: Draft['type'], part: Partial<Draft> = {}, language = 'en'): string {
  const draft = { ...newDraft(kind, 'Rule'), ...part }
  const t = i18n.getFixedT(language) as Translate
  return describeRule(draft, names, language, t, createFormat(language, 'metric', 'UTC'))
}

describe('the sentence of a rule', () => {
  test('has its limit, duration, schedule, devices and contacts', () => {
    expect(
      sentenceOf('speed', {
        settings: { above: 120, forSeconds: 30 },
        conditions: { schedule: [{ days: [1, 2, 3, 4, 5], from: '06:00', to: '22:00' }] },
        groups: ['g'],
        contacts: ['a', 'b'],
      }),
    ).toBe('When a device in group “Vans” exceeds 120 km/h for 30s (Mon–Fri 06:00–22:00), notify 2 contacts.')
  })

  test.each<[Draft['type'], Partial<Draft>, string]>([
    ['sos', {}, 'When any device sends an SOS, alert in the inbox only.'],
    [
      'geofence',
      { settings: { on: 'left' }, geofences: ['x'], devices: ['d'], contacts: ['a'] },
      'When MAD-1 leaves “Depot”, notify 1 contact.',
    ],
    [
      'forbiddenZone',
      { geofences: ['x', 'y'], devices: ['d', 'e'], contacts: ['a'] },
      'When one of 2 devices is inside one of 2 geofences, notify 1 contact.',
    ],
    [
      'overdue',
      { settings: {}, groups: ['g', 'h'], contacts: ['a'] },
      'When a device in 2 groups does not report for three times its interval, notify 1 contact.',
    ],
    [
      'towing',
      { groups: ['g'], devices: ['d'], contacts: ['a'] },
      'When a device in 2 groups and devices is shaken or towed, or moves faster than 8 km/h with the engine off, notify 1 contact.',
    ],
    [
      'attribute',
      { settings: { attribute: 'door', equals: true }, contacts: ['a'] },
      'When any device reports door as true, notify 1 contact.',
    ],
  ])('%s', (kind, part, sentence) => {
    expect(sentenceOf(kind, part)).toBe(sentence)
  })

  test('is complete for every kind and variant in every language', () => {
    for (const language of ['en', 'es', 'pt']) {
      for (const kind of ruleTypes) {
        for (const settings of variantsOf(kind)) {
          const sentence = sentenceOf(kind, { settings }, language)
          expect([kind, settings, sentence]).toEqual([
            kind,
            settings,
            expect.not.stringMatching(/\{\{|conditions\.|undefined|NaN/),
          ])
        }
      }
    }
  })
})

test('consecutive days are a range, others are listed', () => {
  const hours = (days: number[], from = '08:00', to = '18:00') =>
    sentenceOf('sos', { conditions: { schedule: [{ days, from, to }] } })
  expect(hours([1, 3, 7])).toContain('(Mon, Wed, Sun 08:00–18:00)')
  expect(hours([7, 6, 5])).toContain('(Fri–Sun 08:00–18:00)')
  expect(hours([1, 2, 3, 4, 5, 6, 7])).toContain('(every day 08:00–18:00)')
  expect(hours([7], '00:00', '24:00')).toContain('(Sun)')
})

/** Every variant the editor can produce of a kind: each choice, and each side of its limit. */
function variantsOf(kind: Draft['type']): Record<string, unknown>[] {
  const { fields, starts } = kindForms[kind]
  const choice = fields.find(({ type }) => type === 'choice')
  if (choice?.type === 'choice') return choice.choices.map((one) => ({ ...starts, [choice.name]: one }))
  const limit = fields.find(({ type }) => type === 'threshold')
  if (!limit) return [starts, { ...starts, forSeconds: 60 }]
  const sides = settingsOf(limit)
  return sides.map((side) => ({
    ...Object.fromEntries(Object.entries(starts).filter(([name]) => !sides.includes(name))),
    [side]: 5,
  }))
}
