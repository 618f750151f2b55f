// The messages of the interface: a folder per language, a file per namespace. One language is loaded at a time, and first
// what the sign-in and the first list need.

import { createInstance } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from '../session/preferences.ts'
import { getPreferences, onPreferences } from '../session/preferences.ts'
import { inBackground } from '../ui/in-background.ts'

type Load = () => Promise<{ catalogue: Record<string, object> }>

const catalogues: Record<Language, { first: Load; all: Load }> = {
  en: { first: () => import('./en-first.ts'), all: () => import('./en.ts') },
  es: { first: () => import('./es-first.ts'), all: () => import('./es.ts') },
  pt: { first: () => import('./pt-first.ts'), all: () => import('./pt.ts') },
}

export const i18n = createInstance()
let part: 'first' | 'all' = 'first'

export async function loadFirstMessages(): Promise<void> {
  await i18n.use(initReactI18next).init({
    fallbackLng: false,
    defaultNS: 'shell',
    interpolation: { escapeValue: false },
    react: { bindI18nStore: 'added' },
    resources: {},
  })
  await loadLanguage()
  onPreferences(() => {
    if (i18n.language !== getPreferences().language) inBackground(loadLanguage())
  })
}

/** Those of all views. */
export async function loadMessages(): Promise<void> {
  part = 'all'
  await add(catalogues[getPreferences().language].all)
}

async function loadLanguage(): Promise<void> {
  const { language } = getPreferences()
  await add(catalogues[language][part])
  await i18n.changeLanguage(language)
  document.documentElement.lang = language
}

/** For a page in the language of its reader, whatever the browser prefers. */
export async function showLanguage(language: Language): Promise<void> {
  if (i18n.language === language) return
  for (const load of [catalogues[language].first, catalogues[language].all]) await add(load, language)
  await i18n.changeLanguage(language)
  document.documentElement.lang = language
}

async function add(load: Load, language = getPreferences().language): Promise<void> {
  const { catalogue } = await load()
  for (const [namespace, messages] of Object.entries(catalogue)) {
    if (!i18n.hasResourceBundle(language, namespace)) i18n.addResourceBundle(language, namespace, messages)
  }
}
