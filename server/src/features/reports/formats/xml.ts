// Text in XML and HTML.

const names: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;', "'": '&#39;' }

/** Control characters, two non-characters and halves of surrogate pairs are not allowed in XML, not even escaped. */
export function escapeXml(text: string): string {
  // Most texts need nothing, and a report has millions of them.
  if (!/[<>&"'\p{Cc}\p{Cs}\ufffe\uffff]/u.test(text)) return text
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]|[\ufffe\uffff]/gu, '')
    .replace(/[<>&"']/g, (sign) => names[sign] ?? sign)
}
