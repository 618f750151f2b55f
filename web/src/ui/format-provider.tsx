import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../session/preferences.ts'
import { createFormat, FormatContext } from './use-format.ts'

interface FormatProviderProps {
  /** The account's time zone; without it the browser's. */
  timeZone: string | undefined
  children: ReactNode
}

export function FormatProvider({ timeZone, children }: FormatProviderProps) {
  const { i18n } = useTranslation()
  const { units } = usePreferences()
  const format = useMemo(() => createFormat(i18n.language, units, timeZone), [i18n.language, units, timeZone])
  return <FormatContext value={format}>{children}</FormatContext>
}
