// All geofences: the list beside the map, search, import and export.

import { ActionIcon, Button, CloseButton, Group, Kbd, Menu, Text, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import {
  IconDotsVertical,
  IconFileDownload,
  IconFileUpload,
  IconPlus,
  IconPolygon,
  IconSearch,
} from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { useMay } from '../../session/use-me.ts'
import { useDeletedIds } from '../../ui/delete-with-undo.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Failure, sentenceOf } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { useInitialView } from '../../ui/use-initial-view.ts'
import { GeofenceList } from './geofence-list.tsx'
import { GeofencesMap } from './geofences-map.tsx'
import type { GeofencesSearch } from './geofences-search.ts'
import { useGeofences } from './use-geofences.ts'

const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }))
const route = getRouteApi('/shell/geofences')

export function GeofencesPage() {
  const { t } = useTranslation('geofences')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const may = useMay()
  const format = useFormat()
  const { data: all = [], error, isPending, hasNextPage, fetchNextPage, refetch } = useGeofences(search)
  const deleted = useDeletedIds()
  const data = useMemo(() => all.filter(({ id }) => !deleted.has(id)), [all, deleted])
  const [hovered, setHovered] = useState<string>()
  const searchBox = useRef<HTMLInputElement>(null)
  const isSearched = search.q !== undefined || search.tag !== undefined
  useInitialView({ isReady: !isPending, geofences: data })
  useHotkeys([['/', () => searchBox.current?.focus()]])

  const change = (
    part: { [K in keyof GeofencesSearch]?: GeofencesSearch[K] | undefined },
    replace = true,
  ) => {
    inBackground(
      navigate({
        replace,
        search: (before) =>
          Object.fromEntries(
            Object.entries({ ...before, ...part }).filter(([, value]) => value !== undefined),
          ) as GeofencesSearch,
      }),
    )
  }
  const write = async () => {
    try {
      await exportGeofences()
    } catch (error) {
      notifications.show({ color: 'red', message: sentenceOf(error, t) })
    }
  }
  const draw = (
    <ButtonLink
      to="/geofences/new"
      size="xs"
      fullWidth={data.length > 0}
      leftSection={<IconPlus size={15} />}
    >
      {t('new.button')}
    </ButtonLink>
  )
  return (
    <>
      <Panel
        title={t('title')}
        aside={
          <Group gap={6} wrap="nowrap">
            <Text size="sm" c="dimmed" aria-live="polite">
              {isPending
                ? t('ui:loading')
                : t('count', {
                    count: data.length,
                    shown: format.number(data.length) + (hasNextPage ? '+' : ''),
                  })}
            </Text>
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon variant="subtle" color="gray" aria-label={t('menu')}>
                  <IconDotsVertical size={17} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                {may('geofences.manage') && (
                  <Menu.Item
                    leftSection={<IconFileUpload size={16} />}
                    onClick={() => change({ import: true }, false)}
                  >
                    {t('import.button')}
                  </Menu.Item>
                )}
                <Menu.Item
                  leftSection={<IconFileDownload size={16} />}
                  disabled={data.length === 0}
                  onClick={() => {
                    inBackground(write())
                  }}
                >
                  {t('export')}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </Group>
        }
        head={
          <>
            <TextInput
              ref={searchBox}
              size="sm"
              aria-label={t('search')}
              placeholder={t('search')}
              leftSection={<IconSearch size={16} />}
              rightSection={
                search.q ? (
                  <CloseButton size="sm" aria-label={t('clear')} onClick={() => change({ q: undefined })} />
                ) : (
                  <Kbd size="xs">/</Kbd>
                )
              }
              value={search.q ?? ''}
              onChange={({ currentTarget }) => change({ q: currentTarget.value || undefined })}
            />
            {search.tag && (
              <Button
                size="compact-xs"
                variant="light"
                w="fit-content"
                rightSection="×"
                aria-label={t('clearTag', { tag: search.tag })}
                onClick={() => change({ tag: undefined })}
              >
                {search.tag}
              </Button>
            )}
          </>
        }
        foot={may('geofences.manage') && data.length > 0 ? draw : undefined}
      >
        {error && (
          <Failure
            error={error}
            onRetry={() => {
              inBackground(refetch())
            }}
          />
        )}
        <GeofenceList geofences={data} lit={hovered} onHover={setHovered} />
        {hasNextPage && (
          <Button
            variant="subtle"
            size="xs"
            fullWidth
            onClick={() => {
              inBackground(fetchNextPage())
            }}
          >
            {t('ui:more')}
          </Button>
        )}
        {!isPending && !error && data.length === 0 && !isSearched && (
          <Empty
            icon={<IconPolygon size={36} stroke={1.4} />}
            title={t('empty.title')}
            description={may('geofences.manage') ? t('empty.hint') : t('empty.hintOnly')}
            action={
              may('geofences.manage') && (
                <Group gap="xs" justify="center">
                  {draw}
                  <Button size="xs" variant="default" onClick={() => change({ import: true }, false)}>
                    {t('import.button')}
                  </Button>
                </Group>
              )
            }
          />
        )}
        {!isPending && !error && data.length === 0 && isSearched && (
          <Empty
            title={t('nothing.title')}
            description={t('nothing.hint')}
            action={
              <Button size="xs" variant="default" onClick={() => change({ q: undefined, tag: undefined })}>
                {t('clear')}
              </Button>
            }
          />
        )}
      </Panel>
      <GeofencesMap geofences={data} hovered={hovered} onHover={setHovered} />
      {search.import && may('geofences.manage') && (
        <Suspense>
          <ImportDialog onClose={() => change({ import: undefined })} />
        </Suspense>
      )}
    </>
  )
}

async function exportGeofences(): Promise<void> {
  const accept = 'application/geo+json'
  const collection: unknown = await rastro.get('/api/geofences', { headers: { accept } })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([JSON.stringify(collection)], { type: accept }))
  link.download = 'geofences.geojson'
  link.click()
  URL.revokeObjectURL(link.href)
}
