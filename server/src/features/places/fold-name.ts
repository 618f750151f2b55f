/** Letters that no decomposition makes plain. */
const plain: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ð: 'd',
  þ: 'th',
}

/** Without capitals, accents and punctuation, as people type. */
export function foldName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßøłđæœıðþ]/g, (letter) => plain[letter]!)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
