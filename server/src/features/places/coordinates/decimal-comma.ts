// Whether a comma is a decimal sign or stands between two angles.

/** The readings of the text, the likeliest first: decimals with a point, and `;` between the angles. */
export function separatedBy(text: string): string[] {
  if (!text.includes(',')) return [text]
  const separated = text.replaceAll(',', ';')
  if (text.includes('.')) return [separated]
  const inner = [...text.matchAll(/(?<=\d),(?=\d)/g)].map(({ index }) => index)
  if (inner.length === 0) return [separated]
  const decimal = text.replaceAll(/(?<=\d),(?=\d)/g, '.').replaceAll(',', ';')
  if (text.includes(';')) return [decimal]
  // "41,1" is a pair of whole numbers, and "41,35,1,64" one of decimal numbers.
  if (/^[+-]?\d+,\d+$/.test(text)) return [separated]
  if (/^[+-]?\d+,\d+,\d+,\d+$/.test(text)) return [decimal.replace(/^(\D?\d+\.\d+)\./, '$1;')]
  return [decimal, separated]
}
