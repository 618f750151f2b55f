// The layout of every view: navigation rail, alarm and connection above, map, and the view above the map.

import { CatchBoundary, Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { FleetProvider } from '../live/use-fleet.tsx'
import { MapProvider } from '../map/use-map.tsx'
import { useAccount } from '../session/use-account.ts'
import { followBrand } from '../session/use-brand.ts'
import { useWebConfig } from '../session/use-web-config.ts'
import { FormatProvider } from '../ui/format-provider.tsx'
import { AlarmOnMap } from './alarm/alarm-on-map.tsx'
import { CriticalAlertsProvider } from './alarm/critical-alerts.tsx'
import { AlertActionsProvider } from './alert-actions.tsx'
import { Bars } from './bars.tsx'
import { Dialogs } from './dialogs.tsx'
import { MapNotLoaded } from './map-not-loaded.tsx'
import { Rail } from './rail.tsx'
import styles from './shell.module.css'

const MapStage = lazy(async () => ({ default: (await import('../map/map-stage.tsx')).MapStage }))

export function Shell() {
  const { t } = useTranslation('shell')
  const timeZone = useAccount()?.timeZone
  const config = useWebConfig()
  useEffect(() => followBrand(true), [])
  return (
    <FormatProvider timeZone={timeZone}>
      <FleetProvider>
        <MapProvider>
          <AlertActionsProvider>
            <CriticalAlertsProvider>
              <div className={styles.shell}>
                <a href="#view" className={styles.skip}>
                  {t('skip')}
                </a>
                <Rail />
                <div className={styles.content}>
                  <Bars />
                  <div className={styles.stage} id="view">
                    <CatchBoundary getResetKey={() => 0} errorComponent={MapNotLoaded}>
                      <Suspense>
                        {config && <MapStage config={config} />}
                        <AlarmOnMap />
                      </Suspense>
                    </CatchBoundary>
                    <Outlet />
                  </div>
                </div>
              </div>
              <Dialogs />
            </CriticalAlertsProvider>
          </AlertActionsProvider>
        </MapProvider>
      </FleetProvider>
    </FormatProvider>
  )
}
