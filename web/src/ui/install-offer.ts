// Browsers say once, while the page loads, that it can be installed; the settings offer it later.

import { useSyncExternalStore } from 'react'

interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

let offered: InstallEvent | undefined
const listeners = new Set<() => void>()

function change(next: InstallEvent | undefined): void {
  offered = next
  for (const listener of listeners) listener()
}

export function keepInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // Otherwise some browsers cover the map with an offer of their own.
    event.preventDefault()
    change(event as InstallEvent)
  })
  addEventListener('appinstalled', () => change(undefined))
}

/** Undefined where the browser offers nothing: it is installed, or installed from a menu of the browser. */
export function useInstallOffer(): (() => Promise<void>) | undefined {
  const event = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => offered,
  )
  if (!event) return undefined
  return async () => {
    // It can be used once.
    change(undefined)
    await event.prompt()
  }
}
