import { useAccount } from '../session/use-account.ts'
import type { Privilege } from '../session/use-me.ts'
import { useMay, useMe } from '../session/use-me.ts'

/** Leaves out the views in which the user would find nothing. All of them until the user is known, except those of operators and resellers. */
export function useOfferedViews<Listed extends object>(views: readonly Listed[]): Listed[] {
  const me = useMe()
  const may = useMay()
  const account = useAccount()
  return views.filter((view) => {
    const { needs } = view as { needs?: Privilege | 'administrator' | 'operator' | 'resale' }
    if (needs === 'operator') return account?.isOperator === true
    if (needs === 'resale') return account?.managesResale === true
    if (!me || !needs) return true
    return needs === 'administrator' ? me.role !== 'standard' : may(needs)
  })
}
