// The characters that the map picture needs, 3 by 5 dots each, drawn at double size.

const dotPixels = 2
const advancePixels = 4 * dotPixels

/** Five rows from top to bottom, each an octal digit whose bits are the three dots. */
const glyphs: Record<string, string> = {
  '0': '75557',
  '1': '26227',
  '2': '71747',
  '3': '71717',
  '4': '55711',
  '5': '74717',
  '6': '74757',
  '7': '71222',
  '8': '75757',
  '9': '75717',
  '.': '00002',
  N: '75555',
  S: '34216',
  E: '74647',
  W: '55775',
  k: '45665',
  m: '06775',
}

/** Unknown characters leave a gap. */
export function drawText(put: (x: number, y: number) => void, left: number, top: number, text: string): void {
  for (const [index, character] of [...text].entries()) {
    for (const [row, digit] of [...(glyphs[character] ?? '')].entries())
      for (let column = 0; column < 3; column += 1)
        if (Number(digit) & (4 >> column))
          fillDot(put, left + index * advancePixels + column * dotPixels, top + row * dotPixels)
  }
}

function fillDot(put: (x: number, y: number) => void, x: number, y: number): void {
  for (let down = 0; down < dotPixels; down += 1)
    for (let right = 0; right < dotPixels; right += 1) put(x + right, y + down)
}
