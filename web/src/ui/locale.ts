// The region whose formats are used: "15 Nov 2026, 11:06" in Britain, "Nov 15, 2026, 11:06 AM" in the United States.

export interface Locales {
  dates: string
  numbers: string
}

/**
 * `preferred` are the browser's languages. A browser in another language still names a region: its dates are used, but
 * the numbers stay those of the interface language, since a decimal comma in an English text is misread.
 */
export function chooseLocales(language: string, preferred: readonly string[]): Locales {
  const regional = preferred.flatMap((tag) => {
    const { language: spoken, region } = readTag(tag)
    return region === undefined ? [] : [{ spoken, region }]
  })
  const same = regional.find(({ spoken }) => spoken === language)
  if (same) return { dates: `${language}-${same.region}`, numbers: `${language}-${same.region}` }
  const [other] = regional
  return { dates: other ? `${language}-${other.region}` : language, numbers: language }
}

function readTag(tag: string): { language?: string; region?: string | undefined } {
  try {
    const { language, region } = new Intl.Locale(tag)
    return { language, region }
  } catch {
    return {}
  }
}
