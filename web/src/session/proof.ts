// Some calls want a password that was typed a moment ago. They go through `withProof`, which asks for it and repeats them.

import { RastroError } from '@rastro/client'
import { useSyncExternalStore } from 'react'

export interface ProofRequest {
  /** True: he proved who he is. False: he would rather not. */
  answer(isProved: boolean): void
}

const listeners = new Set<() => void>()
let open: (ProofRequest & { promise: Promise<boolean> }) | undefined

/** Throws the server's refusal where the person does not type his password. */
export async function withProof<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof RastroError && error.code === 'access.not_recent')) throw error
    if (!(await askForProof())) throw error
    return call()
  }
}

/** Two calls that are refused at the same time ask once. */
function askForProof(): Promise<boolean> {
  if (open) return open.promise
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const answer = (isProved: boolean) => {
    open = undefined
    tell()
    resolve(isProved)
  }
  open = { promise, answer }
  tell()
  return promise
}

function tell(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function getProofRequest(): ProofRequest | undefined {
  return open
}

export function useProofRequest(): ProofRequest | undefined {
  return useSyncExternalStore(subscribe, getProofRequest)
}
