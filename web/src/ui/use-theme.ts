import { useComputedColorScheme } from '@mantine/core'

/** The theme that is shown, known from the first moment: nothing is drawn twice. */
export function useTheme(): 'light' | 'dark' {
  return useComputedColorScheme('light', { getInitialValueInEffect: false })
}
