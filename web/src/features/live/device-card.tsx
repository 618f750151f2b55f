// The selected device in short: alerts, position, sensors and actions. On a phone it is a sheet.

import { ActionIcon, Group, Paper, Stack, Switch, Text, Title } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../live/fleet.types.ts'
import { useFleetState } from '../../live/use-fleet.tsx'
import { SheetGrip } from '../../ui/sheet-grip.tsx'
import type { SheetStop } from '../../ui/sheet-stops.ts'
import { StatusDot } from '../../ui/status-dot.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { useSheet } from '../../ui/use-sheet.ts'
import { CardActions } from './card-actions.tsx'
import { CardAlerts } from './card-alerts.tsx'
import { compassPointOf } from './compass.ts'
import styles from './device-card.module.css'
import { DeviceExpiry } from './device-expiry.tsx'
import { PositionFacts } from './position-facts.tsx'
import { SensorFacts } from './sensor-facts.tsx'
import { useCardFacts } from './use-card-facts.ts'

interface DeviceCardProps {
  id: string
  isFollowed: boolean
  onFollow(isFollowed: boolean): void
  /** The height of the sheet has changed. */
  onStop(stop: SheetStop): void
  onClose(): void
}

export function DeviceCard({ id, isFollowed, onFollow, onStop, onClose }: DeviceCardProps) {
  const { t } = useTranslation('live')
  const row = useFleetState((state) => state.watched.find((one) => one.id === id))
  const { sheet, stop, move, gripProps } = useSheet<HTMLElement>()
  useEffect(() => onStop(stop), [onStop, stop])
  if (!row) return null
  return (
    <Paper
      ref={sheet}
      component="aside"
      className={styles.card}
      data-stop={stop}
      withBorder
      radius="lg"
      aria-label={row.name}
    >
      <SheetGrip stop={stop} move={move} gripProps={gripProps} />
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs" className={styles.top}>
        <div className={styles.head}>
          <Title order={2} size="h4" className={styles.name}>
            {row.name}
          </Title>
          <Motion row={row} />
        </div>
        <ActionIcon variant="subtle" color="gray" aria-label={t('card.close')} onClick={onClose}>
          <IconX size={18} />
        </ActionIcon>
      </Group>
      <CardBody id={id} row={row} isFollowed={isFollowed} onFollow={onFollow} />
    </Paper>
  )
}

function Motion({ row }: { row: Row }) {
  const { t } = useTranslation('live')
  const format = useFormat()
  const isMoving = row.status === 'moving'
  return (
    <Group gap="2px 6px">
      <StatusDot status={row.status} />
      <Text size="sm">{t(`shell:status.${row.status}`)}</Text>
      {isMoving && row.speedKmh !== undefined && (
        <Text size="sm" fw={600}>
          {format.speed(row.speedKmh)}
        </Text>
      )}
      {isMoving && row.courseDeg !== undefined && (
        <Text size="sm" c="dimmed">
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
    <Stack gap="sm" className={styles.body}>
      {openAlerts && <CardAlerts deviceId={id} {...openAlerts} />}
      <PositionFacts key={row.id} row={row} device={device} />
      {location && <SensorFacts location={location} />}
      {device && <DeviceExpiry device={device} />}
      <Switch
        className={styles.follow ?? ''}
        checked={isFollowed}
        label={t('card.follow')}
        onChange={({ currentTarget }) => onFollow(currentTarget.checked)}
      />
      <CardActions id={id} name={row.name} />
    </Stack>
  )
}
