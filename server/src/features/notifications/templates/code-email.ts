// The message with a verification code for a contact. It contains no text of an account: the address is not verified.

import type { Language } from '../notification.types.ts'
import { texts } from './alert-texts.types.ts'
import type { MessageContent } from './message.types.ts'
import { escapeHtml } from './safe-text.ts'

/** `host` is the public address of the installation. */
export function composeCode(language: Language, code: string, host: string): MessageContent {
  const labels = texts[language]
  const text = labels.code(code, host)
  return {
    subject: `${labels.codeSubject}: ${code}`,
    text: `${text}\n`,
    html: `<!doctype html>\n<html lang="${language}">\n<body style="font:16px/1.5 system-ui,sans-serif">\n<p>${escapeHtml(text)}</p>\n</body>\n</html>\n`,
    short: text,
    picture: undefined,
  }
}
