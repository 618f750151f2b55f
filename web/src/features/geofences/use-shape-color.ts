import { useTheme } from '../../ui/use-theme.ts'

/** Of geofences on the map: none of the colours that say how a device does. */
export function useShapeColor(): `#${string}` {
  return useTheme() === 'dark' ? '#b197fc' : '#6d3fd9'
}
