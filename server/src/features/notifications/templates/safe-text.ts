// Names and texts come from people and trackers. Nothing of theirs reaches a letter but through here.

/** Line breaks, controls, and marks that turn the direction of writing: in a header or a line they say what we did not. */
const unwanted = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/** One line, cut to a sane length. Whole characters stay whole. */
export function oneLine(text: string, longest: number): string {
  const line = text.replace(unwanted, ' ').replace(/\s+/g, ' ').trim()
  const characters = [...line]
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join('')}…`
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!)
}
