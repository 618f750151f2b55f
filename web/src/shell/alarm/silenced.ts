// Alerts whose sound was switched off in this browser. Tabs share the list.

import { useSyncExternalStore } from 'react'
import { keepInBrowser } from '../../ui/keep-in-browser.ts'

const storageKey = 'rastro.silenced'
const maxKept = 200
const listeners = new Set<() => void>()
let silenced = read()

function read(): ReadonlySet<string> {
  try {
    return new Set(JSON.parse(localStorage.getItem(storageKey) ?? '[]') as string[])
  } catch {
    return new Set()
  }
}

function notify(): void {
  for (const listener of listeners) listener()
}

export function silence(ids: readonly string[]): void {
  // The oldest are forgotten: their alerts are long acknowledged.
  silenced = new Set([...silenced, ...ids].slice(-maxKept))
  keepInBrowser(storageKey, [...silenced])
  notify()
}

function subscribe(listener: () => void): () => void {
  const reread = ({ key }: StorageEvent) => {
    if (key !== storageKey) return
    silenced = read()
    listener()
  }
  listeners.add(listener)
  addEventListener('storage', reread)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', reread)
  }
}

export function useSilenced(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => silenced)
}
