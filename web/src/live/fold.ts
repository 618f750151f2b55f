const isPlain = /^[\x20-\x7e]*$/

/** Searches see no accents and no capitals. */
export function fold(text: string): string {
  if (isPlain.test(text)) return text.toLowerCase()
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
