// How a map is to look: what the person who looks at it has chosen.
export type Theme = 'light' | 'dark'
export type Language = 'en' | 'es' | 'pt'
export type Look = { theme: Theme; language: Language }
