// The browser and the system of a user agent, as people know them: enough to recognise a session, and no more.

export interface Agent {
  browser: string | null
  system: string | null
}

/** In this order: browsers also name those that they descend from. */
const browsers: readonly [pattern: RegExp, name: string][] = [
  [/\bEdgA?(?:iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]
const systems: readonly [pattern: RegExp, name: string][] = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]
/** Longer ones are cut before any pattern sees them. */
const maxLength = 512
const maxNameLength = 40

export function parseAgent(text: string | undefined): Agent {
  const agent = (text ?? '').slice(0, maxLength)
  const find = (list: typeof browsers) => list.find(([pattern]) => pattern.test(agent))?.[1] ?? null
  return { browser: find(browsers) ?? programOf(agent), system: find(systems) }
}

/** Programs name themselves first: `curl/8.14.1`. */
function programOf(agent: string): string | null {
  const [, name = ''] = /^([A-Za-z][\w-]*)\//.exec(agent) ?? []
  return name === '' || name === 'Mozilla' ? null : name.slice(0, maxNameLength)
}
