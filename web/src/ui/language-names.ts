import type { Language } from '../session/preferences.ts'

/** Each in its own language. */
export const languageNames: Record<Language, string> = { en: 'English', es: 'Español', pt: 'Português' }
