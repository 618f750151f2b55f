// The inbox: the list, the selected alert, and all alerts on the map.

import { VisuallyHidden } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useMemo } from 'react'
import { useMay } from '../../session/use-me.ts'
import { useAlertActions } from '../../shell/alert-actions.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { useDeviceNames } from '../../ui/use-device-names.ts'
import { AlertDetail } from './alert-detail.tsx'
import { AlertList } from './alert-list.tsx'
import type { AlertsSearch, SearchChange } from './alerts-search.ts'
import { criticalFirst } from './critical-first.ts'
import { fold } from './fold.ts'
import { useIsOnePanel } from './one-panel.ts'
import { useAlerts } from './use-alerts.ts'
import { useAnnouncement } from './use-announcement.ts'
import { useFirstView } from './use-first-view.ts'

const AlertsLayer = lazy(async () => ({
  default: (await import('../../map/layers/alerts-layer.tsx')).AlertsLayer,
}))

const route = getRouteApi('/shell/alerts')

const alertsIn = (data: ReturnType<typeof useAlerts>['data']) =>
  data?.pages.flatMap((page) => page.alerts) ?? []

export function AlertsView() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const may = useMay()('alerts.manage')
  const list = useAlerts(search)
  const actions = useAlertActions()
  const isMixed = search.state === undefined && search.severity === undefined
  const critical = useAlerts({ ...search, severity: 'critical' }, isMixed)
  const alerts = useMemo(() => {
    const listed = alertsIn(list.data)
    return isMixed ? criticalFirst(alertsIn(critical.data), listed) : listed
  }, [isMixed, critical.data, list.data])
  const folds = useMemo(() => fold(alerts), [alerts])
  const ids = useMemo(() => alerts.map(({ deviceId }) => deviceId), [alerts])
  const nameOf = useDeviceNames(ids)
  useFirstView(alerts, search.id !== undefined)
  const isOnePanel = useIsOnePanel()
  const announcement = useAnnouncement(nameOf)

  const change = useCallback(
    (part: SearchChange, replace = false) => {
      inBackground(
        navigate({
          replace,
          search: (before) =>
            Object.fromEntries(
              Object.entries({ ...before, ...part }).filter(([, value]) => value !== undefined),
            ) as AlertsSearch,
        }),
      )
    },
    [navigate],
  )
  const pick = useCallback((id: string) => change({ id }), [change])
  useHotkeys([['Escape', () => search.id && change({ id: undefined })]])

  return (
    <>
      <AlertList
        search={search}
        list={list}
        folds={folds}
        alerts={alerts}
        actions={actions}
        may={may}
        isReplaced={isOnePanel && search.id !== undefined}
        nameOf={nameOf}
        onChange={change}
      />
      {search.id && (
        <AlertDetail
          key={search.id}
          id={search.id}
          known={alerts.find(({ id }) => id === search.id)}
          alike={folds.find((one) => one.alerts.some(({ id }) => id === search.id))?.alerts.length ?? 1}
          actions={actions}
          may={may}
          onClose={() => change({ id: undefined })}
        />
      )}
      <Suspense>
        <AlertsLayer alerts={alerts} selected={search.id} onPick={pick} />
      </Suspense>
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
    </>
  )
}
