import { useQuery } from '@tanstack/react-query'
import type { WebConfig } from './web-config.ts'
import { readWebConfig } from './web-config.ts'

/** The settings of this installation; undefined until they are read. */
export function useWebConfig(): WebConfig | undefined {
  const { data } = useQuery({
    queryKey: ['web-config'],
    queryFn: readWebConfig,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}
