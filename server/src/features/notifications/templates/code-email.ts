// The letter that carries a code to an address, to find out whether somebody there wants our alerts.

import type { Language } from '../notification.types.ts'
import { texts } from './alert-texts.types.ts'
import type { Letter } from './message.types.ts'
import { escapeHtml, oneLine } from './safe-text.ts'

const longestName = 80

export function composeCode(language: Language, code: string, accountName: string): Letter {
  const says = texts[language]
  const words = says.code(code, oneLine(accountName, longestName))
  return {
    subject: `${says.codeSubject}: ${code}`,
    text: `${words}\n`,
    html: `<!doctype html>\n<html lang="${language}">\n<body style="font:16px/1.5 system-ui,sans-serif">\n<p>${escapeHtml(words)}</p>\n</body>\n</html>\n`,
    short: words,
    picture: undefined,
  }
}
