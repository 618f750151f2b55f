import { useBrand } from '../session/use-brand.ts'
import { useTheme } from './use-theme.ts'

/** The logo of the brand, or nothing. The name stands in for pictures that are not loaded. */
export function BrandLogo({ heightPx }: { heightPx: number }) {
  const brand = useBrand()
  const theme = useTheme()
  if (!brand) return null
  const { logoLight, logoDark } = brand.pictures
  const logo = theme === 'dark' ? (logoDark ?? logoLight) : (logoLight ?? logoDark)
  if (!logo) return null
  return <img src={logo.url} alt={brand.name} style={{ maxWidth: '100%', maxHeight: heightPx }} />
}
