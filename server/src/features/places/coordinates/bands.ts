// The latitude bands of UTM and MGRS, of 8 degrees each; X has 12.

const letters = 'CDEFGHJKLMNPQRSTUVWX'

/** Degrees. Undefined: no band has this letter. */
export function bandOf(letter: string): { south: number; north: number } | undefined {
  const index = letters.indexOf(letter)
  if (index < 0 || letter.length !== 1) return undefined
  const south = -80 + 8 * index
  return { south, north: letter === 'X' ? 84 : south + 8 }
}
