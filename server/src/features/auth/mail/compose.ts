// Renders an identity e-mail as text and as HTML, in the layout of alert e-mails.

import { escapeHtml, oneLine } from '../../../platform/mail/safe-text.ts'
import type { Language, MailFacts, MailKind, MailText } from './mail.types.ts'

const maxNameLength = 60

const footers: Record<Language, (product: string, host: string) => string> = {
  en: (product, host) => `This e-mail was sent by ${product}, ${host}.`,
  es: (product, host) => `Este correo fue enviado por ${product}, ${host}.`,
  pt: (product, host) => `Este e-mail foi enviado por ${product}, ${host}.`,
}

export function composeMail(
  kind: MailKind,
  language: Language,
  given: Omit<MailFacts, 'time'> & { timeZone: string },
): { subject: string; text: string; html: string } {
  const { timeZone, ...facts } = given
  const text = kind.texts[language]({
    ...facts,
    name: plainName(facts.name),
    userName: oneLine(facts.userName, maxNameLength),
    account: plainName(facts.account),
    time: (instant) =>
      new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
        new Date(instant),
      ),
  })
  const footer = footers[language](facts.product, facts.host)
  return { subject: text.subject, text: plain(text, footer), html: html(language, text, footer) }
}

/** Mail programs turn "evil.example" into a link. A name must not become one: invitations go to unverified addresses. */
function plainName(name: string): string {
  return oneLine(name.replace(/[/:@\\]+/g, ' ').replace(/\.(?=\S)/g, '. '), maxNameLength)
}

function plain({ lines, button, after }: MailText, footer: string): string {
  const paragraphs = [...lines, ...(button ? [`${button.label}:\n${button.url}`] : []), ...after, footer]
  return `${paragraphs.join('\n\n')}\n`
}

function html(language: Language, { subject, lines, button, after }: MailText, footer: string): string {
  const paragraph = (line: string) =>
    `<p style="margin:16px 0;overflow-wrap:anywhere">${escapeHtml(line)}</p>`
  // The address is also shown, for mail programs that hide or rewrite links.
  const action = button
    ? `<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:10px 20px;background:#1d4ed8;color:#ffffff;text-decoration:none;border-radius:4px">${escapeHtml(button.label)}</a></p>
<p style="margin:16px 0;font-size:13px;word-break:break-all"><a href="${escapeHtml(button.url)}" style="color:#1d4ed8">${escapeHtml(button.url)}</a></p>`
    : ''
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
${lines.map(paragraph).join('\n')}
${action}
${after.map(paragraph).join('\n')}
<p style="margin:24px 0 0;font-size:13px;color:#64748b">${escapeHtml(footer)}</p>
</div>
</body>
</html>
`
}
