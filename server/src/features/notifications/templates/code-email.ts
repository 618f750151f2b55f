// The message with a verification code for a contact.

import type { Language } from '../notification.types.ts'
import { texts } from './alert-texts.types.ts'
import type { MessageContent } from './message.types.ts'
import { escapeHtml, oneLine } from './safe-text.ts'

const maxNameLength = 80

export function composeCode(language: Language, code: string, accountName: string): MessageContent {
  const labels = texts[language]
  const text = labels.code(code, oneLine(accountName, maxNameLength))
  return {
    subject: `${labels.codeSubject}: ${code}`,
    text: `${text}\n`,
    html: `<!doctype html>\n<html lang="${language}">\n<body style="font:16px/1.5 system-ui,sans-serif">\n<p>${escapeHtml(text)}</p>\n</body>\n</html>\n`,
    short: text,
    picture: undefined,
  }
}
