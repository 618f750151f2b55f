const isPlain = /^[\x20-\x7e]*$/

/** Searches ignore accents and case. */
export function fold(text: string): string {
  if (isPlain.test(text)) return text.toLowerCase()
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

interface Found {
  name: string
  licensePlate?: string | null
}

/** What a device is found by. A plate is also found without its spaces and hyphens, as on the server. */
export function searchTextOf({ name, licensePlate }: Found): string {
  const plate = fold(licensePlate ?? '')
  return `${fold(name)} ${plate} ${plate.replace(/[^\p{L}\p{N}]/gu, '')}`
}
