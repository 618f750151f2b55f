export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export type PhotoType = (typeof photoTypes)[number]

/** By the first bytes: what a client declares is not to be trusted. */
export function photoTypeOf(bytes: Buffer): PhotoType | undefined {
  if (startsWith(bytes, 'ffd8ff')) return 'image/jpeg'
  if (startsWith(bytes, '89504e470d0a1a0a')) return 'image/png'
  const isWebp = startsWith(bytes, '52494646') && bytes.toString('latin1', 8, 12) === 'WEBP'
  return isWebp ? 'image/webp' : undefined
}

function startsWith(bytes: Buffer, hex: string): boolean {
  return bytes.toString('hex', 0, hex.length / 2) === hex
}
