// What this browser shows on the map besides the devices. The server does not store it.

import { useSyncExternalStore } from 'react'
import { keepInBrowser } from '../ui/keep-in-browser.ts'

export interface MapChoices {
  /** Names beside the devices. */
  names: boolean
  geofences: boolean
  /** Id of the base layer; undefined for the default of the account. */
  baseLayer?: string
  /** Ids of overlays. */
  overlays: string[]
}

const storageKey = 'rastro.map'
const defaults: MapChoices = { names: true, geofences: true, overlays: [] }
const listeners = new Set<() => void>()
let choices: MapChoices | undefined

function read(): MapChoices {
  try {
    return { ...defaults, ...JSON.parse(localStorage.getItem(storageKey) ?? '{}') }
  } catch {
    return defaults
  }
}

function get(): MapChoices {
  choices ??= read()
  return choices
}

export function changeMapChoices(change: Partial<MapChoices>): void {
  choices = { ...get(), ...change }
  keepInBrowser(storageKey, choices)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useMapChoices(): MapChoices {
  return useSyncExternalStore(subscribe, get)
}
