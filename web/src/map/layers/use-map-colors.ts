import { useTheme } from '../../ui/use-theme.ts'

const light = { text: '#1f2933', halo: '#ffffff', mark: '#ffffff', accent: '#1864ab' }
const dark = { text: '#e7ebf0', halo: '#12181f', mark: '#243044', accent: '#74b8f5' }

/** The colours of map overlays in the current theme. */
export function useMapColors(): typeof light {
  return useTheme() === 'dark' ? dark : light
}
