// The open critical alerts, known on every view: for the alarm bar, the map, the list and the title of the tab.

import type { Alert } from '@rastro/client'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createContext, useContext, useEffect, useMemo } from 'react'
import { useFleet } from '../../live/use-fleet.tsx'
import { rastro } from '../../session/session.ts'
import { useTitleCount } from '../../ui/use-title.ts'
import { useAlertActions } from '../alert-actions.tsx'

const maxListed = 100
/** Events of the stream refresh the list at once; this covers a stream that is silently broken. */
const refreshEveryMs = 60_000

export interface CriticalAlerts {
  /** Newest first, without those that are being acknowledged or resolved. */
  alerts: readonly Alert[]
  /** The server has more. */
  isMore: boolean
  devices: ReadonlySet<string>
}

const nothing: CriticalAlerts = { alerts: [], isMore: false, devices: new Set() }
const CriticalAlertsContext = createContext<CriticalAlerts>(nothing)

/** Inside AlertActionsProvider and FleetProvider. */
export function CriticalAlertsProvider({ children }: { children: ReactNode }) {
  const fleet = useFleet()
  const actions = useAlertActions()
  const { data } = useQuery({
    queryKey: ['alerts', 'critical'],
    refetchInterval: refreshEveryMs,
    refetchIntervalInBackground: true,
    queryFn: () =>
      rastro.get('/api/alerts', { query: { state: 'open', severity: 'critical', limit: maxListed } }),
  })
  const critical = useMemo((): CriticalAlerts => {
    if (!data) return nothing
    const alerts = data.alerts.filter(({ id }) => actions.of(id) === undefined)
    return {
      alerts,
      isMore: data.nextCursor !== undefined,
      devices: new Set(alerts.map(({ deviceId }) => deviceId)),
    }
  }, [data, actions])
  const watched = [...critical.devices].sort().join(' ')
  useEffect(() => fleet.watch(watched === '' ? [] : watched.split(' '), 'critical'), [fleet, watched])
  useTitleCount(critical.alerts.length)
  return <CriticalAlertsContext value={critical}>{children}</CriticalAlertsContext>
}

export function useCriticalAlerts(): CriticalAlerts {
  return useContext(CriticalAlertsContext)
}

/** The devices with an open critical alert. */
export function useCriticalDevices(): ReadonlySet<string> {
  return useContext(CriticalAlertsContext).devices
}
