// The appearance of a map, as the user has chosen it.
export type Theme = 'light' | 'dark'
export type Language = 'en' | 'es' | 'pt'
export type Look = { theme: Theme; language: Language }
