// Whether the user has hidden the first steps of an account, in this browser.

import { useSyncExternalStore } from 'react'

const storageKey = 'rastro.first-steps-hidden'
const listeners = new Set<() => void>()
let hidden = read()

function read(): string {
  try {
    return localStorage.getItem(storageKey) ?? ''
  } catch {
    return ''
  }
}

export function dismissFirstSteps(accountId: string): void {
  hidden = [...new Set([...hidden.split(' '), accountId])].join(' ').trim()
  try {
    localStorage.setItem(storageKey, hidden)
  } catch {
    // Hidden until the page is loaded again.
  }
  for (const listener of listeners) listener()
}

export function useIsDismissed(accountId: string | undefined): boolean {
  const all = useSyncExternalStore(subscribe, () => hidden)
  return accountId !== undefined && all.split(' ').includes(accountId)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
