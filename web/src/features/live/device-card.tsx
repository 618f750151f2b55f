// The device that was chosen, in short: where it is, how it does, and what can be done with it.

import { ActionIcon, Button, Group, Paper, Stack, Switch, Text, Title } from '@mantine/core'
import { IconHistory, IconPencil, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSeen } from '../../live/use-fleet.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { useNow } from '../../ui/use-now.ts'
import styles from './device-card.module.css'

interface DeviceCardProps {
  id: string
  isFollowed: boolean
  onFollow(isFollowed: boolean): void
  onClose(): void
}

export function DeviceCard({ id, isFollowed, onFollow, onClose }: DeviceCardProps) {
  const { t } = useTranslation('live')
  const format = useFormat()
  const nowMs = useNow()
  const row = useSeen((seen) => seen.watched.find((one) => one.id === id))
  if (!row) return null
  return (
    <Paper component="aside" className={styles.card} withBorder p="md" radius="lg" aria-label={row.name}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <div>
            <Title order={2} size="h4">
              {row.name}
            </Title>
            <Group gap={6}>
              <StatusDot status={row.status} />
              <Text size="sm">{t(`shell:status.${row.status}`)}</Text>
              {row.status === 'moving' && row.speedKmh !== undefined && (
                <Text size="sm" fw={600}>
                  {format.speed(row.speedKmh)}
                </Text>
              )}
              <Text size="sm" c="dimmed">
                {row.lastSeenMs === undefined
                  ? t('card.never')
                  : format.age(Math.min(row.lastSeenMs, nowMs), nowMs)}
              </Text>
            </Group>
          </div>
          <ActionIcon variant="subtle" color="gray" aria-label={t('card.close')} onClick={onClose}>
            <IconX size={18} />
          </ActionIcon>
        </Group>
        <Switch
          checked={isFollowed}
          label={t('card.follow')}
          onChange={({ currentTarget }) => onFollow(currentTarget.checked)}
        />
        <Group gap="xs" grow>
          <Button
            component={Link}
            to={`/history/${id}` as never}
            size="xs"
            variant="light"
            leftSection={<IconHistory size={15} />}
          >
            {t('card.history')}
          </Button>
          <Button
            component={Link}
            to={`/devices/${id}` as never}
            size="xs"
            variant="light"
            leftSection={<IconPencil size={15} />}
          >
            {t('card.edit')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
