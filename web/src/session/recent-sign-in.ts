// Some calls require a recently entered password. `withProof` asks for it and repeats the call.

import { RastroError } from '@rastro/client'
import { useSyncExternalStore } from 'react'

export interface PasswordRequest {
  /** True if the password was confirmed, false if the dialog was cancelled. */
  answer(isConfirmed: boolean): void
}

const listeners = new Set<() => void>()
let open: (PasswordRequest & { promise: Promise<boolean> }) | undefined

/** Throws the server's error if the dialog is cancelled. */
export async function withRecentSignIn<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof RastroError && error.code === 'access.not_recent')) throw error
    if (!(await askForPassword())) throw error
    return call()
  }
}

/** Two calls refused at the same time ask once. */
function askForPassword(): Promise<boolean> {
  if (open) return open.promise
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const answer = (isConfirmed: boolean) => {
    open = undefined
    notify()
    resolve(isConfirmed)
  }
  open = { promise, answer }
  notify()
  return promise
}

function notify(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function getPasswordRequest(): PasswordRequest | undefined {
  return open
}

export function usePasswordRequest(): PasswordRequest | undefined {
  return useSyncExternalStore(subscribe, getPasswordRequest)
}
