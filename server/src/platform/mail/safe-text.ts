// Names and texts come from users and devices. All of them pass through here before they reach a message.

/** Line breaks, control characters and direction marks: in a header or line they could forge content. */
const unwanted = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/** One line, cut to a maximum length. Characters are never split. */
export function oneLine(text: string, maxLength: number): string {
  const line = text.replace(unwanted, ' ').replace(/\s+/g, ' ').trim()
  const characters = [...line]
  return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join('')}…`
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
