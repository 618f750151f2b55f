// The support sessions of the own account. They begin and end elsewhere: events and the clock keep the lists up to date.

import type { SupportSession } from '@rastro/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { rastro } from '../session/session.ts'
import { supportSessionId } from '../session/support-session.ts'
import { useMe } from '../session/use-me.ts'
import { inBackground } from '../ui/in-background.ts'
import type { FleetEvent } from './fleet.types.ts'
import { useEvents } from './use-fleet.tsx'

export const supportKey = ['support']
const everyMs = 60_000

/** Reads the lists again when a session of the account begins or ends. */
export function useSupportEvents(): void {
  const queries = useQueryClient()
  useEvents(
    useCallback(
      ({ type }: FleetEvent) => {
        if (type.startsWith('account.support_'))
          inBackground(queries.invalidateQueries({ queryKey: supportKey }))
      },
      [queries],
    ),
  )
}

/** Requested and active ones; undefined for users who do not decide about them. */
export function useOpenSupport(): SupportSession[] | undefined {
  useSupportEvents()
  const me = useMe()
  const decides = supportSessionId === undefined && me !== undefined && me.role !== 'standard'
  return useQuery({
    queryKey: [...supportKey, 'open'],
    enabled: decides,
    refetchInterval: everyMs,
    queryFn: async () => {
      const query = { open: true, limit: 20 }
      return (await rastro.get('/api/account/supportSessions', { query })).supportSessions
    },
  }).data
}
