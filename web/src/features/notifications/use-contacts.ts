import { useInfiniteQuery } from '@tanstack/react-query'
import { rastro } from '../../session/session.ts'
import { contactsKey } from '../../ui/contact-form.tsx'

const pageSize = 100

export function useContacts(search: string | undefined) {
  return useInfiniteQuery({
    queryKey: [...contactsKey, 'list', search],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      rastro.get('/api/contacts', {
        query: { limit: pageSize, ...(search && { search }), ...(pageParam && { cursor: pageParam }) },
      }),
    getNextPageParam: (last) => last.nextCursor,
  })
}
