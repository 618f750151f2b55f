import { useComputedColorScheme } from '@mantine/core'

/** The current theme, known from the first render. */
export function useTheme(): 'light' | 'dark' {
  return useComputedColorScheme('light', { getInitialValueInEffect: false })
}
