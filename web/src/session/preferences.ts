// The user's choices in this browser: language, units, clock, sound, shortcuts. The server does not store them.

import { useSyncExternalStore } from 'react'
import { keepInBrowser } from '../ui/keep-in-browser.ts'

export const languages = ['en', 'es', 'pt'] as const
export type Language = (typeof languages)[number]
export type Units = 'metric' | 'imperial' | 'nautical'
/** `auto` follows the region of the browser. */
export const clocks = ['auto', '24', '12'] as const
export type Clock = (typeof clocks)[number]

export interface Preferences {
  language: Language
  units: Units
  clock: Clock
  /** A sound for critical alerts. `ask` until the user has answered the offer. */
  alarmSound: 'ask' | 'on' | 'off'
  /** Single-letter shortcuts can be switched off (WCAG 2.1.4). */
  letterShortcuts: boolean
}

const storageKey = 'rastro.preferences'
const listeners = new Set<() => void>()
let preferences = read()

function read(): Preferences {
  const preferred = navigator.languages.map((tag) => tag.slice(0, 2))
  const language = (preferred.find((tag) => languages.includes(tag as Language)) ?? 'en') as Language
  const defaults: Preferences = {
    language,
    units: 'metric',
    clock: 'auto',
    alarmSound: 'ask',
    letterShortcuts: true,
  }
  try {
    return { ...defaults, ...JSON.parse(localStorage.getItem(storageKey) ?? '{}') }
  } catch {
    return defaults
  }
}

export function getPreferences(): Preferences {
  return preferences
}

export function changePreferences(change: Partial<Preferences>): void {
  preferences = { ...preferences, ...change }
  keepInBrowser(storageKey, preferences)
  for (const listener of listeners) listener()
}

export function onPreferences(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(onPreferences, getPreferences)
}
