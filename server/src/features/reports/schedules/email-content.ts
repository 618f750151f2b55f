// Renders the e-mail with a report as text and as HTML, in the layout of alert e-mails.

import type { Language } from '../../../platform/http/accept-language.ts'
import { escapeHtml, oneLine } from '../../../platform/mail/safe-text.ts'
import { emailTexts } from './email-texts.ts'
import type { DatePeriod } from './schedule.types.ts'

const maxNameLength = 80
const maxValueLength = 200
const maxTotals = 12

export interface ReportEmail {
  /** Of the schedule. */
  name: string
  /** Of the report, in its language. */
  title: string
  language: Language
  period: DatePeriod
  account: string
  /** Who set it up; null if deleted. */
  user: string | null
  isTest: boolean
  rows: number
  /** The totals of the report, as label and value. */
  totals: { label: string; value: string }[]
  attached: string[]
  /** Files that are too large, with the address that shows them after signing in. */
  linked: { fileName: string; url: string }[]
}

export function composeReport(email: ReportEmail): { subject: string; text: string; html: string } {
  const labels = emailTexts[email.language]
  const name = oneLine(email.name, maxNameLength)
  const account = oneLine(email.account, maxNameLength)
  const period = describePeriod(email.period, email.language)
  const rows: [string, string][] = [
    [labels.report, oneLine(email.title, maxNameLength)],
    [labels.period, period],
    [labels.account, account],
    [labels.rows, new Intl.NumberFormat(email.language).format(email.rows)],
    ...email.totals
      .slice(0, maxTotals)
      .map(({ label, value }): [string, string] => [
        oneLine(label, maxNameLength),
        oneLine(value, maxValueLength),
      ]),
    ...(email.attached.length > 0 ? [[labels.attached, email.attached.join(', ')] as [string, string]] : []),
  ]
  const test = email.isTest ? labels.test : ''
  const footer =
    email.user === null
      ? labels.footerWithoutUser(account, name)
      : labels.footer(account, oneLine(email.user, maxNameLength), name)
  const subject = `${name} – ${period}`
  return {
    subject,
    text: [
      subject,
      '',
      ...(test ? [test, ''] : []),
      ...rows.map(([label, value]) => `${label}: ${value}`),
      ...(email.linked.length > 0 ? ['', labels.tooLarge] : []),
      ...email.linked.map(({ fileName, url }) => `${fileName}: ${url}`),
      '',
      footer,
      '',
    ].join('\n'),
    html: html({ subject, test, rows, linked: email.linked, footer, language: email.language }),
  }
}

/** Calendar days, as the language writes a range. */
export function describePeriod({ from, to }: DatePeriod, language: Language): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  return oneLine(format.formatRange(new Date(from), new Date(to)), maxNameLength)
}

function html(given: {
  subject: string
  test: string
  rows: [string, string][]
  linked: { fileName: string; url: string }[]
  footer: string
  language: Language
}): string {
  const { subject, test, rows, linked, footer, language } = given
  const row = ([label, value]: [string, string]) =>
    `<tr><td style="padding:4px 16px 4px 0;color:#64748b;vertical-align:top">${escapeHtml(label)}</td><td style="padding:4px 0;overflow-wrap:anywhere">${escapeHtml(value)}</td></tr>`
  const paragraph = (line: string) => `<p style="margin:16px 0">${escapeHtml(line)}</p>`
  const link = ({ fileName, url }: { fileName: string; url: string }) =>
    `<p style="margin:16px 0"><a href="${escapeHtml(url)}" style="color:#1d4ed8">${escapeHtml(fileName)}</a></p>`
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:24px;background:#f1f5f9;font:16px/1.5 system-ui,sans-serif;color:#0f172a">
<div style="max-width:480px;margin:0 auto;padding:24px;background:#ffffff;border-top:4px solid #1d4ed8">
<h1 style="margin:0 0 16px;font-size:20px;overflow-wrap:anywhere">${escapeHtml(subject)}</h1>
${test ? paragraph(test) : ''}
<table style="border-collapse:collapse;width:100%">
${rows.map(row).join('\n')}
</table>
${linked.length > 0 ? paragraph(emailTexts[language].tooLarge) : ''}
${linked.map(link).join('\n')}
<p style="margin:24px 0 0;font-size:13px;color:#64748b">${escapeHtml(footer)}</p>
</div>
</body>
</html>
`
}
