import { createInstance } from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { catalogue as en } from '../../messages/en.ts'
import { catalogue as es } from '../../messages/es.ts'
import { catalogue as pt } from '../../messages/pt.ts'
import type { Translate } from '../../ui/alert-text.ts'
import type { NotifiedDevice } from './reasons.ts'
import { describeReason, reasonCodes } from './reasons.ts'

const i18n = createInstance()
beforeAll(() =>
  i18n.init({
    lng: 'en',
    fallbackLng: false,
    defaultNS: 'alerts',
    interpolation: { escapeValue: false },
    resources: { en, es, pt } as never,
  }),
)
const notification = (
  reason: string | null,
  state = 'suppressed',
  channel: NotifiedDevice['channel'] = 'email',
) => ({
  channel,
  to: 'a@b',
  state,
  reason,
})

test('every reason code has a text in every language', () => {
  for (const language of ['en', 'es', 'pt']) {
    const t = i18n.getFixedT(language) as Translate
    for (const code of reasonCodes) {
      const text = describeReason(notification(code), 'Europe/Madrid', t)
      expect([language, code, text?.text]).not.toContain(`reasons.${code}.text`)
      expect(text?.code).toBe(code)
    }
  }
})

test('a limit includes when it resets', () => {
  const text = describeReason(
    notification('daily_email_limit'),
    'Europe/Madrid',
    i18n.getFixedT('en') as Translate,
  )
  expect(text?.advice).toContain('midnight, Europe/Madrid')
})

test('an error of the transport is quoted, with advice', () => {
  const text = describeReason(
    notification('550 no such mailbox', 'failed'),
    'UTC',
    i18n.getFixedT('en') as Translate,
  )
  expect(text).toMatchObject({ code: undefined, text: 'Mail server: “550 no such mailbox”' })
  const sms = describeReason(
    notification('status 0x0b', 'failed', 'sms'),
    'UTC',
    i18n.getFixedT('en') as Translate,
  )
  expect(sms?.text).toBe('SMS provider: “status 0x0b”')
})

test('a waiting repeat is not reported as lost', () => {
  const t = i18n.getFixedT('en') as Translate
  expect(describeReason(notification('repeat', 'waiting'), 'UTC', t)?.text).toContain('Waiting')
  expect(describeReason(notification('repeat', 'suppressed'), 'UTC', t)?.text).toContain(
    'Not sent separately',
  )
})

test('a sent notification has no reason', () => {
  expect(describeReason(notification(null, 'sent'), 'UTC', i18n.getFixedT('en') as Translate)).toBeUndefined()
})
