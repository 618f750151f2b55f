// The selected device in short: coordinates, status and actions.

import { ActionIcon, Group, Paper, Stack, Switch, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconBell, IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../live/fleet.types.ts'
import { useFleetState } from '../../live/use-fleet.tsx'
import { CopyIcon } from '../../ui/copy-icon.tsx'
import { AnchorLink } from '../../ui/links.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { useNow } from '../../ui/use-now.ts'
import { CardActions } from './card-actions.tsx'
import { compassPointOf } from './compass.ts'
import styles from './device-card.module.css'
import { DeviceDay } from './device-day.tsx'
import { SensorFacts } from './sensor-facts.tsx'
import { useCardFacts } from './use-card-facts.ts'

interface DeviceCardProps {
  id: string
  isFollowed: boolean
  onFollow(isFollowed: boolean): void
  onClose(): void
}

export function DeviceCard({ id, isFollowed, onFollow, onClose }: DeviceCardProps) {
  const { t } = useTranslation('live')
  const row = useFleetState((state) => state.watched.find((one) => one.id === id))
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false }) ?? false
  const [isFolded, setIsFolded] = useState(isPhone)
  if (!row) return null
  const isShort = isPhone && isFolded
  const Fold = isFolded ? IconChevronDown : IconChevronUp
  return (
    <Paper
      component="aside"
      className={styles.card}
      withBorder
      p={isShort ? 'xs' : 'md'}
      radius="lg"
      aria-label={row.name}
    >
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
        <div className={styles.head} data-short={isShort}>
          <Title order={2} size="h4" className={styles.name}>
            {row.name}
          </Title>
          <Motion row={row} />
        </div>
        <Group gap={2} wrap="nowrap">
          {isPhone && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('card.fold')}
              aria-expanded={!isFolded}
              onClick={() => setIsFolded(!isFolded)}
            >
              <Fold size={18} />
            </ActionIcon>
          )}
          <ActionIcon variant="subtle" color="gray" aria-label={t('card.close')} onClick={onClose}>
            <IconX size={18} />
          </ActionIcon>
        </Group>
      </Group>
      {!isShort && <CardBody id={id} row={row} isFollowed={isFollowed} onFollow={onFollow} />}
    </Paper>
  )
}

function Motion({ row }: { row: Row }) {
  const { t } = useTranslation('live')
  const format = useFormat()
  const isMoving = row.status === 'moving'
  return (
    <Group gap={6} wrap="nowrap" className={styles.motion}>
      <StatusDot status={row.status} />
      <Text size="sm">{t(`shell:status.${row.status}`)}</Text>
      {isMoving && row.speedKmh !== undefined && (
        <Text size="sm" fw={600}>
          {format.speed(row.speedKmh)}
        </Text>
      )}
      {isMoving && row.courseDeg !== undefined && (
        <Text size="sm" c="dimmed" truncate>
          {t(`card.compass.${compassPointOf(row.courseDeg)}`)}
        </Text>
      )}
    </Group>
  )
}

interface CardBodyProps extends Pick<DeviceCardProps, 'id' | 'isFollowed' | 'onFollow'> {
  row: Row
}

function CardBody({ id, row, isFollowed, onFollow }: CardBodyProps) {
  const { t } = useTranslation('live')
  const { location, device, openAlerts } = useCardFacts(id, row)
  return (
    <Stack gap="sm" mt="sm">
      <LastPosition row={row} />
      {location && <SensorFacts location={location} />}
      {openAlerts && openAlerts.count > 0 && (
        <AnchorLink to="/alerts" search={{ device: id }} size="sm" className={styles.alerts}>
          <IconBell size={15} aria-hidden />
          {t('card.alerts', {
            count: openAlerts.count,
            shown: `${openAlerts.count}${openAlerts.isMore ? '+' : ''}`,
          })}
        </AnchorLink>
      )}
      {device && <DeviceDay device={device} />}
      <Switch
        checked={isFollowed}
        label={t('card.follow')}
        onChange={({ currentTarget }) => onFollow(currentTarget.checked)}
      />
      <CardActions id={id} />
    </Stack>
  )
}

function LastPosition({ row }: { row: Row }) {
  const { t } = useTranslation('live')
  const format = useFormat()
  const nowMs = useNow()
  const { latitude, longitude, fixedAtMs, lastSeenMs } = row
  const age = (atMs: number | undefined) =>
    atMs ? format.age(Math.min(atMs, nowMs), nowMs) : t('card.never')
  const coordinates =
    latitude === undefined || longitude === undefined
      ? undefined
      : `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
  return (
    <dl className={styles.facts}>
      <dt>{t('card.coordinates')}</dt>
      <dd>
        {coordinates ?? t('card.noCoordinates')}
        {coordinates && <CopyIcon text={coordinates} what={t('card.coordinates')} />}
      </dd>
      <dt>{t('card.lastFix')}</dt>
      <dd title={fixedAtMs ? format.dateTime(fixedAtMs) : undefined}>{age(fixedAtMs)}</dd>
      <dt>{t('card.lastContact')}</dt>
      <dd title={lastSeenMs ? format.dateTime(lastSeenMs) : undefined}>{age(lastSeenMs)}</dd>
    </dl>
  )
}
