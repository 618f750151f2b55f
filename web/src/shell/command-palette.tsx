// Everything by name: a place, an action, a device. Ctrl+K.

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

const places = {
  live: '/live',
  history: '/history',
  alerts: '/alerts',
  rules: '/rules',
  geofences: '/geofences',
  groups: '/settings/groups',
  users: '/settings/users',
  contacts: '/settings/contacts',
  apiKeys: '/settings/api-keys',
  webhooks: '/settings/webhooks',
  shares: '/settings/shares',
  audit: '/settings/audit',
  account: '/settings/account',
  preferences: '/settings/preferences',
} as const

export function CommandPalette() {
  const { t } = useTranslation('shell')
  const go = useNavigate()
  const fleet = useFleet()
  const { setColorScheme, colorScheme } = useMantineColorScheme()
  const [search, setSearch] = useState('')
  const [found, setFound] = useState<Row[]>([])

  useEffect(() => {
    let isLatest = true
    void fleet.find(search).then((rows) => isLatest && setFound(rows))
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
      onClick: () => void go({ to: '/live', search: { device: id } }),
    }),
  )
  const views = Object.entries(places).map(
    ([name, to]): SpotlightActionData => ({
      id: name,
      label: t(`palette.places.${name}`),
      leftSection: <IconRoute size={18} />,
      onClick: () => void go({ to }),
    }),
  )
  const actions: SpotlightActionData[] = [
    {
      id: 'connect',
      label: t('palette.connect'),
      leftSection: <IconPlus size={18} />,
      onClick: () => void go({ to: '/connect' }),
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
      onClick: () => void session.signOut(),
    },
  ]
  return (
    <Spotlight
      shortcut={['mod + K']}
      query={search}
      onQueryChange={setSearch}
      filter={(query, groups) => {
        // Devices too, although the worker has chosen them: whoever types fast is ahead of it.
        const words = fold(query).split(/\s+/)
        const isMeant = ({ label, id }: SpotlightActionData) =>
          words.every((word) => fold(`${label} ${id}`).includes(word))
        const matching = (groups as { group: string; actions: SpotlightActionData[] }[]).map(
          ({ group, actions }) => ({ group, actions: actions.filter(isMeant) }),
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
