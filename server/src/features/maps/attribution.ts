// The attribution of an archive is HTML from somebody else: text and links are kept, everything else is removed.

const maxLength = 500
const link = /<a\b[^>]*?\bhref\s*=\s*["']?(https?:\/\/[^"'\s<>]+)["']?[^>]*>([\s\S]*?)<\/a>/gi

/** Data of both schemas come from OpenStreetMap, whose licence requires to be named. */
export const openStreetMap =
  '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">© OpenStreetMap</a>'

/** `fallback` if there is none that can be used. */
export function cleanAttribution(value: unknown, fallback = openStreetMap): string {
  if (typeof value !== 'string' || value.length > 2 * maxLength) return fallback
  let clean = ''
  let end = 0
  for (const { 0: whole, 1: address = '', 2: words = '', index } of value.matchAll(link)) {
    clean += escapeText(value.slice(end, index))
    clean += `<a href="${escapeCharacters(address)}" target="_blank" rel="noopener">${escapeText(words)}</a>`
    end = index + whole.length
  }
  clean = (clean + escapeText(value.slice(end))).trim()
  return clean && clean.length <= 4 * maxLength ? clean : fallback
}

function escapeText(html: string): string {
  return escapeCharacters(decode(html.replace(/<[^>]*>?/g, '')))
}

function decode(text: string): string {
  return text
    .replaceAll('&copy;', '©')
    .replaceAll('&nbsp;', ' ')
    .replace(/&#(\d{1,6});/g, (_, code) => String.fromCodePoint(Math.min(Number(code), 0x10ffff)))
    .replaceAll('&amp;', '&')
}

function escapeCharacters(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
