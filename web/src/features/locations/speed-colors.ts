/** From slow to fast: km/h and colour. */
export const speedColors = [
  [0, '#4a8fe0'],
  [50, '#1f9d8f'],
  [90, '#3f9b3f'],
  [115, '#c98a00'],
  [130, '#d9480f'],
  [160, '#b5205a'],
] as const
