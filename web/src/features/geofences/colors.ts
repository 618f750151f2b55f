// The colours that a geofence can have. All are legible on the light and on the dark map; the default follows the theme.

export const geofenceColors = {
  red: '#e03131',
  orange: '#e8590c',
  yellow: '#b08900',
  green: '#2b8a3e',
  teal: '#0c8599',
  blue: '#1971c2',
  pink: '#c2255c',
  gray: '#6b7680',
} as const

export type GeofenceColorName = keyof typeof geofenceColors
export const colorNames = Object.keys(geofenceColors) as GeofenceColorName[]

export const isColor = (value: unknown): value is string =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value)
