import type { Language } from '../session/preferences.ts'

/** Each in its own language, so that whoever needs it can find it. */
export const languageNames: Record<Language, string> = { en: 'English', es: 'Español', pt: 'Português' }
