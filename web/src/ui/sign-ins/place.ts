import type { TFunction } from 'i18next'

/** "Firefox, Windows": enough for users to recognise their own devices. */
export function placeOf(
  t: TFunction<'security'>,
  { browser, system }: { browser: string | null; system: string | null },
): string {
  if (browser === null) return system ?? t('unknownBrowser')
  return system === null ? browser : t('place', { browser, system })
}
