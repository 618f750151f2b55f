import { useTheme } from '../../ui/use-theme.ts'

/** The colour of geofences, distinct from all status colours. */
export function useShapeColor(): `#${string}` {
  return useTheme() === 'dark' ? '#b197fc' : '#6d3fd9'
}
