// The theme, the title and the icon of the brand that is in force.

import type { CSSVariablesResolver } from '@mantine/core'
import { createTheme, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { useEffect, useMemo } from 'react'
import { useBrand } from '../session/use-brand.ts'
import type { WebBrand } from '../session/web-config.ts'
import { shadesOf } from '../ui/brand-colors.ts'
import { setProductName } from '../ui/use-title.ts'
import { styleNonce } from './nonce.ts'
import { cssVariables, theme } from './theme.ts'

/** That of the theme: its shades were chosen by hand. */
const ownColor = '#1864ab'

export function Branded({ children }: { children: ReactNode }) {
  const brand = useBrand()
  const color = brand?.color ?? ownColor
  const themed = useMemo(() => themeOf(color), [color])
  useEffect(() => {
    if (brand) showInBrowser(brand)
  }, [brand])
  return (
    <MantineProvider
      theme={themed.theme}
      cssVariablesResolver={themed.variables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      {children}
    </MantineProvider>
  )
}

function themeOf(color: string): { theme: typeof theme; variables: CSSVariablesResolver } {
  if (color === ownColor) return { theme, variables: cssVariables }
  const shades = shadesOf(color)
  return {
    theme: createTheme({ ...theme, colors: { ...theme.colors, brand: shades }, primaryColor: 'brand' }),
    variables: (resolved) => {
      const { variables, light, dark } = cssVariables(resolved)
      return {
        variables,
        light: { ...light, '--mantine-color-anchor': shades[8] },
        dark: { ...dark, '--mantine-color-anchor': shades[3] },
      }
    },
  }
}

function showInBrowser({ name, color, pictures }: WebBrand): void {
  setProductName(name)
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', color)
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (!icon || !pictures.icon192) return
  icon.type = 'image/png'
  icon.href = pictures.icon192.url
}
