// The messages of the interface: a folder per language, a file per namespace. One language is loaded at a time.

import { createInstance } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from '../session/preferences.ts'
import { getPreferences, onPreferences } from '../session/preferences.ts'
import { inBackground } from '../ui/in-background.ts'

type Catalogue = Record<string, object>

const catalogues: Record<Language, () => Promise<{ catalogue: Catalogue }>> = {
  en: () => import('./en.ts'),
  es: () => import('./es.ts'),
  pt: () => import('./pt.ts'),
}

export const i18n = createInstance()

export async function loadMessages(): Promise<void> {
  await i18n.use(initReactI18next).init({
    fallbackLng: false,
    defaultNS: 'shell',
    interpolation: { escapeValue: false },
    resources: {},
  })
  await loadLanguage()
  onPreferences(() => {
    inBackground(loadLanguage())
  })
}

async function loadLanguage(): Promise<void> {
  const { language } = getPreferences()
  if (i18n.language === language) return
  const { catalogue } = await catalogues[language]()
  for (const [namespace, messages] of Object.entries(catalogue))
    i18n.addResourceBundle(language, namespace, messages)
  await i18n.changeLanguage(language)
  document.documentElement.lang = language
}
