import { useQuery } from '@tanstack/react-query'
import { rastro } from '../../session/session.ts'

export const browsersKey = ['pushSubscriptions']

/** The browsers of the user that show notifications. */
export function useBrowsers() {
  return useQuery({ queryKey: browsersKey, queryFn: () => rastro.get('/api/me/pushSubscriptions') })
}
