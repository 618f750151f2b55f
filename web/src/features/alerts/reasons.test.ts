import { createInstance } from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { catalogue as en } from '../../messages/en.ts'
import { catalogue as es } from '../../messages/es.ts'
import { catalogue as pt } from '../../messages/pt.ts'
import type { Say } from '../../ui/tell-alert.ts'
import { reasonCodes, tellReason } from './reasons.ts'

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
const telling = (reason: string | null, state = 'suppressed', channel = 'email') => ({
  channel,
  to: 'a@b',
  state,
  reason,
})

test('every code of the server is said in every language', () => {
  for (const language of ['en', 'es', 'pt']) {
    const t = i18n.getFixedT(language) as Say
    for (const code of reasonCodes) {
      const told = tellReason(telling(code), 'Europe/Madrid', t)
      expect([language, code, told?.says]).not.toContain(`reasons.${code}.says`)
      expect(told?.code).toBe(code)
    }
  }
})

test('a limit says when it ends', () => {
  const told = tellReason(telling('daily_email_limit'), 'Europe/Madrid', i18n.getFixedT('en') as Say)
  expect(told?.advice).toContain('midnight, Europe/Madrid')
})

test('what the transport said is quoted, with what to do', () => {
  const told = tellReason(telling('550 no such mailbox', 'failed'), 'UTC', i18n.getFixedT('en') as Say)
  expect(told).toMatchObject({ code: undefined, says: 'The mail server said: “550 no such mailbox”' })
  const sms = tellReason(telling('status 0x0b', 'failed', 'sms'), 'UTC', i18n.getFixedT('en') as Say)
  expect(sms?.says).toBe('The SMS provider said: “status 0x0b”')
})

test('a repeat that still waits is not lost', () => {
  const t = i18n.getFixedT('en') as Say
  expect(tellReason(telling('repeat', 'waiting'), 'UTC', t)?.says).toContain('waits')
  expect(tellReason(telling('repeat', 'suppressed'), 'UTC', t)?.says).toContain('Not sent on its own')
})

test('what left needs no reason', () => {
  expect(tellReason(telling(null, 'sent'), 'UTC', i18n.getFixedT('en') as Say)).toBeUndefined()
})
