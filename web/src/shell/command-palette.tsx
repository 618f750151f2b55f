// Finds views, actions and devices by name. Opens with Ctrl+K.

import { useMantineColorScheme } from '@mantine/core'
import type { SpotlightActionData } from '@mantine/spotlight'
import { Spotlight } from '@mantine/spotlight'
import {
  IconDeviceMobile,
  IconLogout,
  IconMoonStars,
  IconPlus,
  IconRoute,
  IconSearch,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../live/fleet.types.ts'
import { fold } from '../live/fold.ts'
import { useFleet } from '../live/use-fleet.tsx'
import { session } from '../session/session.ts'
import { inBackground } from '../ui/in-background.ts'
import { paletteViews } from './views.ts'

export function CommandPalette() {
  const { t } = useTranslation('shell')
  const go = useNavigate()
  const fleet = useFleet()
  const { setColorScheme, colorScheme } = useMantineColorScheme()
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
    ({ id, name, status }): SpotlightActionData => ({
      id,
      label: name,
      description: t(`status.${status}`),
      leftSection: <IconDeviceMobile size={18} />,
      onClick: () => {
        inBackground(go({ to: '/live', search: { device: id } }))
      },
    }),
  )
  const views = paletteViews.map(
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
    {
      id: 'connect',
      label: t('palette.connect'),
      leftSection: <IconPlus size={18} />,
      onClick: () => {
        inBackground(go({ to: '/connect' }))
      },
    },
    {
      id: 'theme',
      label: t('palette.theme'),
      leftSection: <IconMoonStars size={18} />,
      onClick: () => setColorScheme(colorScheme === 'dark' ? 'light' : 'dark'),
    },
    {
      id: 'sign-out',
      label: t('palette.signOut'),
      leftSection: <IconLogout size={18} />,
      onClick: () => {
        inBackground(session.signOut())
      },
    },
  ]
  return (
    <Spotlight
      shortcut={['mod + K']}
      query={search}
      onQueryChange={setSearch}
      filter={(query, groups) => {
        // Devices are filtered again: the worker's result may belong to an earlier query.
        const words = fold(query).split(/\s+/)
        const isMatch = ({ label, id }: SpotlightActionData) =>
          words.every((word) => fold(`${label} ${id}`).includes(word))
        const matching = (groups as { group: string; actions: SpotlightActionData[] }[]).map(
          ({ group, actions }) => ({ group, actions: actions.filter(isMatch) }),
        )
        return matching.filter(({ actions }) => actions.length > 0)
      }}
      actions={[
        { group: t('palette.devices'), actions: devices },
        { group: t('palette.goTo'), actions: views },
        { group: t('palette.do'), actions },
      ]}
      nothingFound={t('palette.nothing')}
      highlightQuery
      scrollable
      maxHeight={420}
      searchProps={{
        leftSection: <IconSearch size={18} />,
        placeholder: t('palette.search'),
        'aria-label': t('palette.search'),
      }}
    />
  )
}
