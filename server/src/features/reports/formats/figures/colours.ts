// Colours of figures and tables, dark enough to be printed without colour.

export const ink = '#1f2933'
export const faint = '#5c6773'
export const rule = '#dde3e9'
export const ground = '#f4f7fa'
export const accent = '#1864ab'
export const series = ['#1971c2', '#e8890c', '#2b8a3e', '#868e96', '#9c36b5', '#c92a2a', '#0b7285', '#5c940d']

/** From white to blue; the same as in spreadsheets. */
export function shade(share: number): string {
  const bounded = Math.min(1, Math.max(0, share))
  const mix = (to: number) => Math.round(255 + (to - 255) * bounded)
  return `#${[0x74, 0xb0, 0xe4].map((one) => mix(one).toString(16).padStart(2, '0')).join('')}`
}
