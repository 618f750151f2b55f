// The message with a verification code for a contact. It contains no text of an account: the address is not verified.

import { escapeHtml } from '../../../platform/mail/safe-text.ts'
import type { Language } from '../notification.types.ts'
import { texts } from './alert-texts.types.ts'
import type { MessageContent } from './message.types.ts'

interface CodeFacts {
  code: string
  /** The public address of the installation. */
  host: string
  /** Verifies the address too; undefined for messages that were queued by the previous version. */
  url: string | undefined
}

export function composeCode(language: Language, { code, host, url }: CodeFacts): MessageContent {
  const labels = texts[language]
  const text = labels.code(code, host)
  const link = url === undefined ? '' : labels.codeLink
  return {
    subject: `${labels.codeSubject}: ${code}`,
    text: url === undefined ? `${text}\n` : `${text}\n\n${link}\n${url}\n`,
    html: `<!doctype html>\n<html lang="${language}">\n<body style="font:16px/1.5 system-ui,sans-serif">\n<p>${escapeHtml(text)}</p>\n${linkHtml(link, url)}</body>\n</html>\n`,
    short: url === undefined ? text : `${labels.codeShort(code, host)} ${url}`,
    parts: {
      title: labels.codeSubject,
      lines: [text],
      links: url === undefined ? [] : [{ label: labels.confirm, url }],
    },
    picture: undefined,
  }
}

function linkHtml(label: string, url: string | undefined): string {
  if (url === undefined) return ''
  return `<p>${escapeHtml(label)}<br><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>\n`
}
