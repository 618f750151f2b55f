import type { AlertRule } from '@rastro/client'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { rastro } from '../../session/session.ts'
import type { Draft } from './draft.ts'
import { toBody } from './draft.ts'

const pageOfRules = 100

export function useRules(search: string | undefined) {
  return useInfiniteQuery({
    queryKey: ['alertRules', 'list', search],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const query = {
        limit: pageOfRules,
        ...(search && { search }),
        ...(pageParam && { cursor: pageParam }),
      }
      return rastro.get('/api/alertRules', { query, signal })
    },
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: (before) => before,
  })
}

export function useRule(ruleId: string) {
  return useQuery({
    queryKey: ['alertRules', 'one', ruleId],
    queryFn: ({ signal }) => rastro.get('/api/alertRules/{ruleId}', { path: { ruleId }, signal }),
    // A refetch must not overwrite unsaved input.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

function useInvalidateRules(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['alertRules'] })
}

export function useSaveRule(ruleId: string | undefined) {
  const forget = useInvalidateRules()
  return useMutation({
    mutationFn: (draft: Draft): Promise<AlertRule> => {
      const body = toBody(draft)
      return ruleId === undefined
        ? rastro.post('/api/alertRules', { body })
        : rastro.put('/api/alertRules/{ruleId}', { path: { ruleId }, body })
    },
    onSuccess: forget,
  })
}

export function useEnableRule() {
  const forget = useInvalidateRules()
  return useMutation({
    mutationFn: ({ ruleId, enabled }: { ruleId: string; enabled: boolean }) =>
      rastro.patch('/api/alertRules/{ruleId}', { path: { ruleId }, body: { enabled } }),
    onSettled: forget,
  })
}
