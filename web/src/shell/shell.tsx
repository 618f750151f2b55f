// The layout of every view: navigation rail, map, and the view above the map.

import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { FleetProvider } from '../live/use-fleet.tsx'
import { MapProvider } from '../map/use-map.tsx'
import { ConfirmPassword } from '../session/confirm-password.tsx'
import { useAccount } from '../session/use-account.ts'
import { readWebConfig } from '../session/web-config.ts'
import { FormatProvider } from '../ui/format-provider.tsx'
import { CommandPalette } from './command-palette.tsx'
import { ConnectionState } from './connection-state.tsx'
import { Rail } from './rail.tsx'
import styles from './shell.module.css'
import { Shortcuts } from './shortcuts.tsx'

const MapStage = lazy(async () => ({ default: (await import('../map/map-stage.tsx')).MapStage }))

export function Shell() {
  const { t } = useTranslation('shell')
  const timeZone = useAccount()?.timeZone
  const config = useQuery({
    queryKey: ['web-config'],
    queryFn: readWebConfig,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <FormatProvider timeZone={timeZone}>
      <FleetProvider>
        <MapProvider>
          <div className={styles.shell}>
            <a href="#view" className={styles.skip}>
              {t('skip')}
            </a>
            <Rail />
            <div className={styles.stage} id="view">
              <Suspense>{config.data && <MapStage basemap={config.data.basemap} />}</Suspense>
              <Outlet />
              <ConnectionState />
            </div>
          </div>
          <CommandPalette />
          <Shortcuts />
          <ConfirmPassword />
        </MapProvider>
      </FleetProvider>
    </FormatProvider>
  )
}
