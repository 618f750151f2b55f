import { useQuery } from '@tanstack/react-query'
import { rastro } from '../../../session/session.ts'
import { resaleKey } from '../use-resale.ts'

export const priceListsKey = [...resaleKey, 'prices']

/** At most 100. */
export function usePriceLists() {
  return useQuery({
    queryKey: priceListsKey,
    queryFn: async () => (await rastro.get('/api/resale/priceLists')).priceLists,
  })
}
