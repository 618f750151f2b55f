import { createInstance } from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { catalogue as en } from '../../messages/en.ts'
import { catalogue as es } from '../../messages/es.ts'
import type { Translate } from '../alert-text.ts'
import { createFormat } from '../use-format.ts'
import { costText, decimalsOf, intervalText, remainingTexts } from './measures.ts'

const i18n = createInstance()
beforeAll(() =>
  i18n.init({
    lng: 'en',
    fallbackLng: false,
    resources: { en, es } as never,
    interpolation: { escapeValue: false },
  }),
)
const t = (language: string) => i18n.getFixedT(language) as Translate

test('what remains has a text per measure, also of what is exceeded', () => {
  const format = createFormat('en', 'metric', 'UTC')
  const left = { remainingKm: 480.2, remainingHours: null, remainingDays: 1 }
  expect(remainingTexts(left, t('en'), format)).toEqual(['480 km', '1 day'])
  const over = { remainingKm: null, remainingHours: -12.4, remainingDays: -30 }
  expect(remainingTexts(over, t('en'), format)).toEqual([
    'exceeded by 12 engine hours',
    'exceeded by 30 days',
  ])
})

test('distances are in the user’s units', () => {
  const format = createFormat('es', 'imperial', 'UTC')
  const plan = { everyKm: 16_093, everyHours: null, everyDays: 365 }
  expect(intervalText(plan, t('es'), format)).toBe('10.000 mi · 365 días')
})

test('costs have the decimals of their currency', () => {
  const format = createFormat('en', 'metric', 'UTC')
  expect([decimalsOf('EUR'), decimalsOf('JPY'), decimalsOf('?')]).toEqual([2, 0, 2])
  expect(costText(12_950, 'EUR', format)).toMatch(/^EUR\s129\.50$/)
  expect(costText(12_950, 'JPY', format)).toMatch(/^JPY\s12,950$/)
})
