import { RastroError } from '@rastro/client'
import { expect, test } from 'vitest'
import messages from '../../../messages/en/report-schedules.json' with { type: 'json' }
import { createFormat } from '../../../ui/use-format.ts'
import { faultText, reasonText, rhythmText } from './schedule-text.ts'

const format = createFormat('en', 'metric', 'Europe/Madrid', {
  locales: { dates: 'en-GB', numbers: 'en-GB' },
  clock: 'auto',
})

function t(key: string, values: Record<string, unknown> = {}): string {
  const path = key.replace(/^report-schedules:/, '').split('.')
  const found = path.reduce<unknown>((part, name) => (part as Record<string, unknown>)?.[name], messages)
  return String(found ?? key).replace(/\{\{(\w+)\}\}/g, (_, name) => String(values[name]))
}

test('a rhythm is a sentence', () => {
  const at = { time: '07:05' }
  expect(rhythmText({ ...at, rhythm: { every: 'daily' } }, format, t)).toBe('Every day at 07:05')
  expect(rhythmText({ ...at, rhythm: { every: 'weekly', weekday: 'sunday' } }, format, t)).toBe(
    'Every Sunday at 07:05',
  )
  expect(rhythmText({ ...at, rhythm: { every: 'monthly', day: 3 } }, format, t)).toBe(
    'Monthly on day 3 at 07:05',
  )
  expect(rhythmText({ ...at, rhythm: { every: 'monthly', day: 'last' } }, format, t)).toBe(
    'On the last day of the month at 07:05',
  )
})

test('codes of the server become sentences, and other texts stay', () => {
  expect(reasonText('no_recipients', t)).toBe(messages.reasons.no_recipients)
  expect(reasonText('550 no such mailbox', t)).toBe('550 no such mailbox')
  const error = new RastroError(409, 'reportSchedules.test_running', 'A test of this schedule is running.')
  expect(faultText(error, t)).toBe(messages.faults.testRunning)
})
