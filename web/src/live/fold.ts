const isPlain = /^[\x20-\x7e]*$/

/** Searches ignore accents and case. */
export function fold(text: string): string {
  if (isPlain.test(text)) return text.toLowerCase()
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
