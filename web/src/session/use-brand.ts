import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { rastro, session } from './session.ts'
import { useWebConfig } from './use-web-config.ts'
import type { WebBrand } from './web-config.ts'

export const brandKey = ['brand']

let isSignedIn = false
const listeners = new Set<() => void>()

/** After sign-in, the brand is that of the account. */
export function followBrand(signedIn: boolean): void {
  if (isSignedIn === signedIn) return
  isSignedIn = signedIn
  for (const listener of listeners) listener()
}
session.onSignedOut(() => followBrand(false))

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The brand in force: that of the account, otherwise that of this server. Undefined until it is read. */
export function useBrand(): WebBrand | undefined {
  const config = useWebConfig()
  const hasAccount = useSyncExternalStore(subscribe, () => isSignedIn)
  const ofAccount = useQuery({
    queryKey: brandKey,
    queryFn: async () => (await rastro.get('/api/brand')).brand,
    enabled: hasAccount,
    staleTime: 300_000,
  })
  return (hasAccount ? ofAccount.data : undefined) ?? config?.brand
}
