// The text of an alert in the language and units of its reader. Rules write it in English; its values are read from it.

import type { AlertValues } from '@rastro/client/alert-values'
import { readAlertValues } from '@rastro/client/alert-values'
import type { Language } from '../../platform/http/accept-language.ts'
import type { UnitSystem } from '../../platform/http/preferences.ts'
import allTexts from './alert-texts.json' with { type: 'json' }

/** By the parts of the name of an alert: "speed.above" is in `speed`. */
interface Texts {
  [part: string]: string | Texts
}

export interface DescribedAlert {
  name: string
  text: string | null
  /** False for one that a program or a tracker reported: its text is shown as it is. */
  isOfRule: boolean
}

export interface Reader {
  language: Language
  units: UnitSystem
  timeZone: string
}

const kmOf: Record<UnitSystem, { km: number; speed?: string; distance?: string }> = {
  metric: { km: 1, speed: 'kilometer-per-hour', distance: 'kilometer' },
  imperial: { km: 1.609344, speed: 'mile-per-hour', distance: 'mile' },
  // Intl has no knots and nautical miles: their symbols are the same in all our languages.
  nautical: { km: 1.852 },
}
const minutesPerHour = 60

/** Describes any number of alerts for one reader: to create the formats takes longer than to use them. */
export function createAlertTexts(reader: Reader): (alert: DescribedAlert) => string {
  const { details, names, alarms } = allTexts[reader.language] as Record<
    'details' | 'names' | 'alarms',
    Texts
  >
  const placeholdersOf = createPlaceholders(reader)
  return ({ name, text, isOfRule }) => {
    const attribute = /^attribute\.(.+)/s.exec(name)?.[1] ?? ''
    const key = attribute ? 'attribute' : name
    const values = readAlertValues(text)
    const detailed = Object.keys(values).length > 0 ? find(details, key) : undefined
    if (detailed) return filledIn(detailed, { ...placeholdersOf(name, values), attribute })
    if (!isOfRule) return text ?? find(alarms, name) ?? name
    const plain = find(names, key)
    return plain ? filledIn(plain, { attribute }) : (text ?? name)
  }
}

function find(texts: Texts, name: string): string | undefined {
  let found: string | Texts | undefined = texts
  for (const part of name.split('.')) {
    if (typeof found !== 'object' || !Object.hasOwn(found, part)) return undefined
    found = found[part]
  }
  return typeof found === 'string' ? found : undefined
}

function filledIn(text: string, values: Record<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
}

function createPlaceholders({ language, units, timeZone }: Reader) {
  const { km, speed, distance } = kmOf[units]
  const plain = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  const measured = (unit: string | undefined, mark: string) => {
    const format = new Intl.NumberFormat(language, {
      maximumFractionDigits: 0,
      ...(unit && { style: 'unit', unit }),
    })
    return (value: number) => `${format.format(value / km)}${unit ? '' : ` ${mark}`}`
  }
  const [speedOf, distanceOf] = [measured(speed, 'kn'), measured(distance, 'NM')]
  const span = new Intl.DurationFormat(language, { style: 'short' })
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const measure = (name: string, value: number) => {
    if (name.startsWith('speed')) return speedOf(value)
    if (name.startsWith('temperature')) return `${plain.format(value)} °C`
    if (name.startsWith('voltage')) return `${plain.format(value)} V`
    return /^(battery|fuel)/.test(name) ? `${plain.format(value)} %` : plain.format(value)
  }
  return (name: string, values: AlertValues): Record<string, string> => {
    const { value, threshold, minutes, seenAt, km, speedKmh, from, to, ...rest } = values
    const hours = Math.floor((minutes ?? 0) / minutesPerHour)
    return {
      ...(value !== undefined && { value: measure(name, value) }),
      ...(threshold !== undefined && { limit: measure(name, threshold) }),
      ...(from !== undefined && { from: measure(name, from) }),
      ...(to !== undefined && { to: measure(name, to) }),
      ...(minutes !== undefined && {
        time: span.format({ hours, minutes: minutes - hours * minutesPerHour }),
      }),
      ...(seenAt !== undefined && { since: moment.format(new Date(seenAt)) }),
      ...(km !== undefined && { distance: distanceOf(km) }),
      ...(speedKmh !== undefined && { value: speedOf(speedKmh) }),
      ...Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, String(one)])),
    }
  }
}
