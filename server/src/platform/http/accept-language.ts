export const languages = ['en', 'es', 'pt'] as const
export type Language = (typeof languages)[number]

const maxLength = 200

/** The preferred one of the languages of the interface; English if it has none of them. */
export function languageOf(acceptLanguage: string | undefined): Language {
  const wanted = (acceptLanguage ?? '')
    .slice(0, maxLength)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters.find((one) => one.trim().startsWith('q='))
      const [language = ''] = tag.trim().toLowerCase().split('-')
      return { language, quality: quality ? Number(quality.trim().slice(2)) : 1 }
    })
    .filter(({ language, quality }) => quality > 0 && languages.some((one) => one === language))
    .sort((left, right) => right.quality - left.quality)
  return (wanted[0]?.language as Language | undefined) ?? 'en'
}
