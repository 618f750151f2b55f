// Mantine's theme, with the few colours that its defaults make too faint to read (WCAG 1.4.3, checked by axe in e2e).

import type { CSSVariablesResolver } from '@mantine/core'
import { createTheme, Loader } from '@mantine/core'

export const theme = createTheme({
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, monospace',
  // A slightly blue dark, as on the map.
  colors: {
    dark: [
      '#d3dae2',
      '#b6bfca',
      '#8d97a4',
      '#66707d',
      '#4a5460',
      '#343d48',
      '#222a33',
      '#161b22',
      '#10151b',
      '#0b0f14',
    ],
  },
  primaryColor: 'blue',
  primaryShade: { light: 8, dark: 8 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  headings: { fontWeight: '650' },
  components: {
    // Without a role, screen readers ignore the label.
    Loader: Loader.extend({ defaultProps: { role: 'status' } }),
    // A menu may contain only its items. By its name: the menu is loaded later.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
  },
})

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#4d5562',
    '--mantine-color-placeholder': '#5b6472',
    '--mantine-color-error': '#b42318',
    '--mantine-color-anchor': '#1864ab',
    '--mantine-color-blue-light-hover': '#c3e4ff',
    '--mantine-color-green-light-color': '#14532d',
    '--mantine-color-yellow-light-color': '#6b4200',
    '--mantine-color-red-light-color': '#a01b12',
    '--mantine-color-gray-light-color': '#3f4753',
    '--rastro-line': '#dfe3e8',
    '--rastro-hover': '#f1f4f8',
    '--rastro-selected': '#dbeafb',
    '--rastro-water': '#cfdfe9',
    '--rastro-icon-filter': 'none',
  },
  dark: {
    '--mantine-color-body': '#161b22',
    '--mantine-color-text': '#e3e8ee',
    '--mantine-color-dimmed': '#aab2bd',
    '--mantine-color-placeholder': '#98a1ad',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-anchor': '#74b8f5',
    '--rastro-line': '#2b333d',
    '--rastro-hover': '#1f2731',
    '--rastro-selected': '#163453',
    '--rastro-water': '#0e141b',
    '--rastro-icon-filter': 'invert(0.85)',
  },
})
