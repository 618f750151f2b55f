// The last known fleet, when the page starts without a connection. It is a list: nothing else is known then.

import { Badge, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconCloudOff, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormatProvider } from '../ui/format-provider.tsx'
import { StatusDot } from '../ui/status-dot.tsx'
import { useFormat } from '../ui/use-format.ts'
import { DistanceFrom, OwnPositionButton } from './distance-from.tsx'
import type { LastFleet } from './last-fleet.ts'
import styles from './offline-fleet.module.css'

/** Scrolling through more on a phone finds nothing. */
const maxShown = 200

export function OfflineFleet({ fleet }: { fleet: LastFleet }) {
  return (
    <FormatProvider timeZone={undefined}>
      <Content fleet={fleet} />
    </FormatProvider>
  )
}

function Content({ fleet: { atMs, rows, total } }: { fleet: LastFleet }) {
  const { t } = useTranslation('this-device')
  const format = useFormat()
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const found = rows.filter(({ name, licensePlate }) =>
    `${name} ${licensePlate ?? ''}`.toLowerCase().includes(wanted),
  )
  return (
    <main className={styles.page}>
      <Stack gap="md">
        <Stack gap={4}>
          <Title order={1} size="h3">
            {t('offline.title')}
          </Title>
          <Group gap="xs" role="status">
            <IconCloudOff size={18} aria-hidden />
            <Text size="sm">{t('offline.asOf', { time: format.dateTime(atMs) })}</Text>
          </Group>
        </Stack>
        <Group align="flex-end">
          <TextInput
            className={styles.search ?? ''}
            label={t('offline.search')}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={search}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          />
          <OwnPositionButton />
        </Group>
        {found.length === 0 && <Text size="sm">{t('offline.none')}</Text>}
        <Stack component="ul" gap="xs" className={styles.list ?? ''} aria-label={t('offline.devices')}>
          {found.slice(0, maxShown).map((row) => (
            <Paper key={row.id} component="li" withBorder p="sm">
              <Group justify="space-between" gap="xs">
                <Group gap="xs">
                  <StatusDot status={row.status} />
                  <Text fw={600}>{row.name}</Text>
                </Group>
                <Badge variant="light" color="gray">
                  {t(`shell:status.${row.status}`)}
                </Badge>
              </Group>
              {row.latitude !== undefined && row.longitude !== undefined && (
                <Text size="sm">
                  {row.latitude.toFixed(5)}, {row.longitude.toFixed(5)}
                </Text>
              )}
              <Group gap="xs">
                <Text size="sm" c="dimmed">
                  {row.fixedAtMs
                    ? t('offline.lastFix', { time: format.dateTime(row.fixedAtMs) })
                    : t('offline.noFix')}
                </Text>
                <DistanceFrom latitude={row.latitude} longitude={row.longitude} />
              </Group>
            </Paper>
          ))}
        </Stack>
        {Math.min(found.length, maxShown) < (wanted ? found.length : total) && (
          <Text size="sm" c="dimmed">
            {t('offline.more', {
              shown: Math.min(found.length, maxShown),
              total: wanted ? found.length : total,
            })}
          </Text>
        )}
      </Stack>
    </main>
  )
}
