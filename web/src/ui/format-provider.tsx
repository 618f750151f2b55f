import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../session/preferences.ts'
import { chooseLocales } from './locale.ts'
import { createFormat, FormatContext } from './use-format.ts'

interface FormatProviderProps {
  /** The account's time zone; without it the browser's. */
  timeZone: string | undefined
  children: ReactNode
}

export function FormatProvider({ timeZone, children }: FormatProviderProps) {
  const { i18n } = useTranslation()
  const { units, clock } = usePreferences()
  const format = useMemo(() => {
    const locales = chooseLocales(i18n.language, navigator.languages)
    return createFormat(i18n.language, units, timeZone, { locales, clock })
  }, [i18n.language, units, timeZone, clock])
  return <FormatContext value={format}>{children}</FormatContext>
}
