import { describe, expect, test } from 'vitest'
import type { ReportEmail } from './email-content.ts'
import { composeReport, describePeriod } from './email-content.ts'

const email: ReportEmail = {
  name: 'Fleet',
  title: 'Fleet summary',
  language: 'en',
  period: { from: '2026-11-09', to: '2026-11-15' },
  account: 'Boats & Co',
  user: 'Ana',
  isTest: false,
  rows: 1_234,
  totals: [{ label: 'Distance (km)', value: '5,678.9' }],
  attached: ['fleetSummary.pdf'],
  linked: [],
}

test('has name and period in the subject, and the totals in text and HTML', () => {
  const { subject, text, html } = composeReport(email)
  expect(subject).toBe('Fleet – Nov 9 – 15, 2026')
  for (const line of ['Report: Fleet summary', 'Rows: 1,234', 'Distance (km): 5,678.9']) {
    expect(text).toContain(line)
  }
  expect(html).toContain('Distance (km)')
  expect(html).toContain('Boats &amp; Co')
  expect(text).toContain('because Ana of Boats & Co set up “Fleet”')
})

test('escapes names, and keeps them in one line', () => {
  const name = '<script>\r\nBcc: all@example.com'
  const { subject, html } = composeReport({ ...email, name, user: '"><img>' })
  expect(subject).toMatch(/^<script> Bcc: all@example.com – /)
  expect(html).not.toContain('<script>')
  expect(html).not.toContain('<img>')
})

test('links what is too large', () => {
  const url = 'https://rastro.example/reports?run=rpt_1'
  const { text, html } = composeReport({ ...email, attached: [], linked: [{ fileName: 'a.csv', url }] })
  expect(text).toContain(`a.csv: ${url}`)
  expect(html).toContain(`href="${url}"`)
  expect(text).not.toContain('Attached')
})

describe.each([
  ['en', 'Nov 18, 2026', 'Period'],
  ['es', '18 nov 2026', 'Periodo'],
  ['pt', '18 de nov. de 2026', 'Período'],
] as const)('in %s', (language, day, label) => {
  test('writes days and labels as the language does', () => {
    expect(describePeriod({ from: '2026-11-18', to: '2026-11-18' }, language)).toBe(day)
    expect(composeReport({ ...email, language, isTest: true, user: null }).text).toContain(label)
  })
})

test('contains no name of the product', () => {
  const { subject, text, html } = composeReport(email)
  expect(`${subject}${text}${html}`).not.toMatch(/rastro/i)
})
