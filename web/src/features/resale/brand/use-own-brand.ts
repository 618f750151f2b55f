import { useQuery, useQueryClient } from '@tanstack/react-query'
import { rastro } from '../../../session/session.ts'
import { brandKey } from '../../../session/use-brand.ts'
import { resaleKey } from '../use-resale.ts'

const ownBrandKey = [...resaleKey, 'brand']

/** The brand of the caller's reseller, and the one that is in force. */
export function useOwnBrand() {
  return useQuery({ queryKey: ownBrandKey, queryFn: () => rastro.get('/api/resale/brand') })
}

export function useBrandChanged(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ownBrandKey }),
      queries.invalidateQueries({ queryKey: brandKey }),
    ])
  }
}
