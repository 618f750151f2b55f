// Writes the brand into the page, so that its name, color and icon are there before any script has run.

import { escapeHtml } from '../mail/safe-text.ts'

export interface PageBrand {
  name: string
  color: string
  pictures: { icon192: { url: string } | null }
}

/** The name, color and icon that index.html has. */
const builtIn = { name: 'Rastro', color: '#1864ab', icon: 'href="/icon.svg" type="image/svg+xml"' }
const splashLogo = /<svg viewBox[\s\S]*?<\/svg>/

export function brandPage(html: string, { name, color, pictures }: PageBrand): string {
  const shownName = escapeHtml(name)
  const named = html
    .replace(`<title>${builtIn.name}</title>`, () => `<title>${shownName}</title>`)
    .replace(`aria-label="${builtIn.name}"`, () => `aria-label="${shownName}"`)
    .replaceAll(builtIn.color, color)
  if (!pictures.icon192) return named
  const { url } = pictures.icon192
  return named
    .replace(builtIn.icon, `href="${url}" type="image/png"`)
    .replace(splashLogo, `<img src="${url}" alt="" width="64" height="64">`)
}
