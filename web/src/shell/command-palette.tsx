// Finds views, actions, devices and places by name. dialogs.tsx loads it and opens it with Ctrl+K.

import { useMantineColorScheme } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { SpotlightActionData } from '@mantine/spotlight'
import { Spotlight } from '@mantine/spotlight'
import {
  IconHelpCircle,
  IconKeyboard,
  IconLogout,
  IconMapPin,
  IconMoonStars,
  IconPlus,
  IconPolygon,
  IconRoute,
  IconSearch,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../live/fleet.types.ts'
import { fold, searchTextOf } from '../live/fold.ts'
import { useFleet } from '../live/use-fleet.tsx'
import { useMay } from '../session/use-me.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import { useWebConfig } from '../session/use-web-config.ts'
import { inBackground } from '../ui/in-background.ts'
import { useTheme } from '../ui/use-theme.ts'
import { VehicleIcon } from '../ui/vehicle-icon.tsx'
import { openShortcuts } from './shortcuts.tsx'
import { useFoundPlaces } from './use-found-places.ts'
import { useOfferedViews } from './use-offered-views.ts'
import { paletteViews } from './views.ts'

const zooms = { coordinates: 15, device: 15, geofence: 14, town: 12, address: 16 }

export function CommandPalette() {
  const { t } = useTranslation('shell')
  const hasDocs = useWebConfig()?.hasDocs ?? false
  const go = useNavigate()
  const fleet = useFleet()
  const { setColorScheme } = useMantineColorScheme()
  const theme = useTheme()
  const { signOut } = useSignOut()
  const [search, setSearch] = useState('')
  const [found, setFound] = useState<Row[]>([])

  useEffect(() => {
    let isLatest = true
    inBackground(fleet.find(search).then((rows) => isLatest && setFound(rows)))
    return () => {
      isLatest = false
    }
  }, [fleet, search])

  const devices = found.map(
    ({ id, name, status, vehicleType, licensePlate }): SpotlightActionData => ({
      id,
      label: name,
      keywords: `${searchTextOf({ name, licensePlate })} ${id.toLowerCase()}`,
      description: [t(`status.${status}`), licensePlate].filter(Boolean).join(' · '),
      leftSection: <VehicleIcon type={vehicleType} size={18} />,
      onClick: () => {
        inBackground(go({ to: '/live', search: { device: id } }))
      },
    }),
  )
  const places = useFoundPlaces(search).map(
    ({ type, id, name, detail, latitude, longitude }): SpotlightActionData => ({
      id: `${type} ${id ?? `${latitude} ${longitude}`}`,
      label: name,
      // The server has found it by more than its name.
      keywords: fold(search),
      ...(detail && { description: detail }),
      leftSection: type === 'geofence' ? <IconPolygon size={18} /> : <IconMapPin size={18} />,
      onClick: () => {
        if (type === 'geofence' && id)
          inBackground(go({ to: '/geofences/$geofenceId', params: { geofenceId: id } }))
        else inBackground(go({ to: '/live', search: { place: `${latitude},${longitude},${zooms[type]}` } }))
      },
    }),
  )
  const offered = useOfferedViews(paletteViews)
  const may = useMay()
  const views = offered.map(
    ({ name, path }): SpotlightActionData => ({
      id: name,
      label: t(`views.${name}`),
      leftSection: <IconRoute size={18} />,
      onClick: () => {
        inBackground(go({ to: path }))
      },
    }),
  )
  const actions: SpotlightActionData[] = [
    ...(may('devices.edit')
      ? [
          {
            id: 'connect',
            label: t('palette.connect'),
            leftSection: <IconPlus size={18} />,
            onClick: () => {
              inBackground(go({ to: '/connect' }))
            },
          },
        ]
      : []),
    {
      id: 'theme',
      label: t('palette.theme'),
      leftSection: <IconMoonStars size={18} />,
      onClick: () => setColorScheme(theme === 'dark' ? 'light' : 'dark'),
    },
    {
      id: 'shortcuts',
      label: t('shortcuts.title'),
      leftSection: <IconKeyboard size={18} />,
      onClick: openShortcuts,
    },
    ...(hasDocs
      ? [
          {
            id: 'help',
            label: t('userMenu.help'),
            leftSection: <IconHelpCircle size={18} />,
            onClick: () => {
              window.open('/docs/', '_blank', 'noopener')
            },
          },
        ]
      : []),
    {
      id: 'sign-out',
      label: t('palette.signOut'),
      leftSection: <IconLogout size={18} />,
      onClick: signOut,
    },
  ]
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false })
  return (
    <Spotlight
      shortcut={null}
      query={search}
      onQueryChange={setSearch}
      filter={(query, groups) => {
        // Devices are filtered again: the worker's result may belong to an earlier query.
        const words = fold(query).split(/\s+/)
        const isMatch = ({ label, id, keywords = fold(`${label} ${id}`) }: SpotlightActionData) =>
          words.every((word) => keywords.includes(word))
        const matching = (groups as { group: string; actions: SpotlightActionData[] }[]).map(
          ({ group, actions }) => ({ group, actions: actions.filter(isMatch) }),
        )
        return matching.filter(({ actions }) => actions.length > 0)
      }}
      actions={[
        { group: t('palette.devices'), actions: devices },
        { group: t('palette.places'), actions: places },
        { group: t('palette.goTo'), actions: views },
        { group: t('palette.do'), actions },
      ]}
      nothingFound={t('palette.nothing')}
      highlightQuery
      scrollable
      // Cuts a row in its middle, where the rows are higher on a phone: it shows that the list goes on.
      maxHeight={isPhone ? 440 : 420}
      searchProps={{
        leftSection: <IconSearch size={18} />,
        placeholder: t('palette.search'),
        'aria-label': t('palette.search'),
      }}
    />
  )
}
