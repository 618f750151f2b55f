// The page of an opened share link: who sends it, a map that follows, a list, and how old the data is.

import { Loader, Switch, Text, Title } from '@mantine/core'
import { IconLinkOff } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { baseLayersOf, overlaysOf } from '../../map/base-layers.ts'
import { MapProvider } from '../../map/use-map.tsx'
import { useWebConfig } from '../../session/use-web-config.ts'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { FormatProvider } from '../../ui/format-provider.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { useFormat } from '../../ui/use-format.ts'
import { useNow } from '../../ui/use-now.ts'
import { useTheme } from '../../ui/use-theme.ts'
import { useTitle } from '../../ui/use-title.ts'
import { Brand } from './brand.tsx'
import type { OpenShare } from './open-share.ts'
import { ShareStatus } from './share-status.tsx'
import styles from './share-view.module.css'
import { SharedLayer } from './shared-layer.tsx'
import type { Shown } from './shared-list.tsx'
import { SharedList } from './shared-list.tsx'
import { statusOf } from './shared-locations.ts'
import { useOpenShare } from './use-open-share.ts'

const MapCanvas = lazy(async () => ({ default: (await import('../../map/map-canvas.tsx')).MapCanvas }))
const route = getRouteApi('/share/$secret')

/** In the browser's time zone: the account's is unknown here. */
export function ShareView() {
  return (
    <FormatProvider timeZone={undefined}>
      <SharePage />
    </FormatProvider>
  )
}

function SharePage() {
  const { t } = useTranslation('shares')
  const { secret } = route.useParams()
  const { device: selected } = route.useSearch()
  const go = route.useNavigate()
  const format = useFormat()
  const [isFollowing, setIsFollowing] = useState(true)
  const letGo = useCallback(() => setIsFollowing(false), [])
  const { share, isGone, isLive, trails } = useOpenShare(secret)
  const config = useWebConfig()
  const shown = useShown(share.data)
  useTitle(share.data?.name ?? t('view.title'))
  const pick = useCallback(
    (device: number | undefined) => {
      setIsFollowing(true)
      inBackground(
        go({ search: ({ at }) => ({ ...(at && { at }), ...(device && { device }) }), replace: true }),
      )
    },
    [go],
  )

  const theme = useTheme()
  const { brand: ofAccount } = share.data ?? {}
  const logoUrl = theme === 'dark' ? (ofAccount?.darkLogoUrl ?? ofAccount?.logoUrl) : ofAccount?.logoUrl
  const brand = <Brand name={ofAccount?.name ?? config?.productName} logoUrl={logoUrl ?? undefined} />
  if (isGone || !share.data) {
    return (
      <main className={styles.alone}>
        {brand}
        {isGone ? (
          <Empty
            icon={<IconLinkOff size={40} stroke={1.3} />}
            title={t('view.gone')}
            description={t('view.goneHint')}
          />
        ) : share.error ? (
          <Failure
            error={share.error}
            onRetry={() => {
              inBackground(share.refetch())
            }}
          />
        ) : (
          <Loader aria-label={t('ui:loading')} />
        )}
      </main>
    )
  }
  const isHistoric = share.data.type === 'historic'
  return (
    <MapProvider>
      <div className={styles.view}>
        <main className={styles.side}>
          <header className={styles.head}>
            {brand}
            <Title order={1} size="h4">
              {share.data.name}
            </Title>
            <ShareStatus share={share.data} isLive={isLive} format={format} />
            {!isHistoric && shown.length > 0 && (
              <Switch
                className={styles.follow ?? ''}
                label={t('view.follow', { count: selected === undefined ? shown.length : 1 })}
                checked={isFollowing}
                onChange={({ currentTarget }) => setIsFollowing(currentTarget.checked)}
              />
            )}
          </header>
          <div className={styles.body}>
            {shown.length === 0 ? (
              <Text size="sm" c="dimmed" p="md">
                {t('view.noDevices')}
              </Text>
            ) : (
              <SharedList {...{ shown, isHistoric, selected, format }} onPick={pick} />
            )}
          </div>
        </main>
        <div className={styles.map}>
          <Suspense>
            {config && <MapCanvas baseLayers={baseLayersOf(config)} overlays={overlaysOf(config)} isGuest />}
          </Suspense>
          <SharedLayer
            {...{ shown, trails, isHistoric, selected }}
            isFollowing={isFollowing && !isHistoric}
            onPick={pick}
            onLetGo={letGo}
          />
        </div>
      </div>
    </MapProvider>
  )
}

/** A minute is precise enough for silent devices. */
function useShown(share: OpenShare | undefined): Shown[] {
  const { t } = useTranslation('shares')
  const minute = Math.floor(useNow() / 60_000)
  return useMemo(() => {
    const locationOf = new Map(share?.locations.map((location) => [location.device, location]))
    return (share?.devices ?? []).map(({ device, name, place }) => {
      const location = locationOf.get(device)
      const status = statusOf(location, share?.type === 'live', minute * 60_000)
      return { device, name: name ?? t('view.device', { number: device }), status, location, place }
    })
  }, [share, minute, t])
}
