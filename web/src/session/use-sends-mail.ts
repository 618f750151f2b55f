import { useQuery } from '@tanstack/react-query'
import { readWebConfig } from './web-config.ts'

/** Whether this installation has a mail server; false until that is known. */
export function useSendsMail(): boolean {
  const config = useQuery({
    queryKey: ['web-config'],
    queryFn: readWebConfig,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return config.data?.sendsMail ?? false
}
