// One alert: what, when and where, how it was handled, why it was raised, and which contacts were notified. On a phone
// it is a sheet.

import { ActionIcon, Badge, Button, Group, Alert as Notice, Stack, Text, Title } from '@mantine/core'
import type { Alert } from '@rastro/client'
import { IconArrowLeft, IconCurrentLocation, IconHistory, IconMapPin, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMap } from '../../map/use-map.tsx'
import type { AlertActions } from '../../shell/alert-actions.tsx'
import { describeAlert } from '../../ui/alert-text.ts'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { AnchorLink, ButtonLink } from '../../ui/links.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { SeverityIcon } from '../../ui/severity.tsx'
import { SheetGrip } from '../../ui/sheet-grip.tsx'
import { useDevice } from '../../ui/use-device.ts'
import { useDeviceName } from '../../ui/use-device-name.ts'
import { useFormat } from '../../ui/use-format.ts'
import { useSheet } from '../../ui/use-sheet.ts'
import styles from './alert-detail.module.css'
import { AlertEscalation } from './alert-escalation.tsx'
import { AlertExplanation } from './alert-explanation.tsx'
import { AlertHandling } from './alert-handling.tsx'
import { AlertNotifications } from './alert-notifications.tsx'
import { useDetailPadding, useFocusInside } from './one-panel.ts'
import { useAlert } from './use-alerts.ts'
import { flyToAlert, useFlight } from './use-fly-to-alert.ts'

interface AlertDetailProps {
  id: string
  known: Alert | undefined
  /** How many alerts of the list are alike, including this one. */
  alike: number
  actions: AlertActions
  may: boolean
  onClose(): void
}

export function AlertDetail({ id, known, alike, actions, may, onClose }: AlertDetailProps) {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  const { data: alert, error, refetch } = useAlert(id, known)
  const title = alert ? describeAlert(alert, t, format) : t('ui:loading')
  const { sheet, stop, move, gripProps } = useSheet<HTMLElement>()
  useDetailPadding(stop)
  useFlight(alert, stop)
  useFocusInside(id, sheet)
  return (
    <aside ref={sheet} tabIndex={-1} className={styles.card} data-stop={stop} aria-label={title}>
      <SheetGrip stop={stop} move={move} gripProps={gripProps} />
      <header className={styles.head}>
        <Group wrap="nowrap" align="flex-start" gap="sm">
          <ActionIcon
            className={styles.back}
            variant="subtle"
            color="gray"
            aria-label={t('ui:back')}
            onClick={onClose}
          >
            <IconArrowLeft size={18} />
          </ActionIcon>
          {alert && <SeverityIcon severity={alert.severity} size={22} />}
          <Title order={2} size="h4" className={styles.title}>
            {title}
          </Title>
          <ActionIcon
            className={styles.close}
            variant="subtle"
            color="gray"
            aria-label={t('ui:close')}
            onClick={onClose}
          >
            <IconX size={18} />
          </ActionIcon>
        </Group>
      </header>
      <Stack gap="md" className={styles.body}>
        {error && (
          <Failure
            error={error}
            onRetry={() => {
              inBackground(refetch())
            }}
          />
        )}
        {alert && (
          <>
            <Facts alert={alert} alike={alike} />
            <AlertHandling key={`${alert.id} ${alert.note}`} alert={alert} actions={actions} may={may} />
            <AlertEscalation alertId={alert.id} />
            <AlertNotifications alert={alert} />
            <AlertExplanation alert={alert} />
          </>
        )}
      </Stack>
    </aside>
  )
}

function Facts({ alert, alike }: { alert: Alert; alike: number }) {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  const map = useMap()
  const deviceName = useDeviceName(alert.deviceId)
  const { driverName, driverPhone } = useDevice(alert.deviceId) ?? {}
  const hasCoordinates = alert.latitude !== null && alert.longitude !== null
  const isLater = Date.parse(alert.raisedAt) - Date.parse(alert.dateTime) > 60_000
  return (
    <Stack gap="xs">
      <Group gap={6}>
        <Badge variant="default">{t(`severity.${alert.severity}`)}</Badge>
        <Badge variant="default">{t(`stateOne.${alert.state}`)}</Badge>
      </Group>
      <Text size="sm">
        <AnchorLink to="/live" search={{ device: alert.deviceId }} inherit fw={600}>
          {deviceName ?? '…'}
        </AnchorLink>
        {' · '}
        {format.date(alert.dateTime)}, {format.timeWithSeconds(alert.dateTime)}
      </Text>
      {alert.place && <Text size="sm">{alert.place.name}</Text>}
      {alert.locatedAt && (
        <Text size="xs" c="dimmed">
          {t('lastKnown', { at: format.dateTime(alert.locatedAt) })}
        </Text>
      )}
      {driverPhone && (
        <Group gap="xs">
          <Text size="sm">{driverName ?? t('driver')}</Text>
          <PhoneLink phone={driverPhone} />
        </Group>
      )}
      {isLater && (
        <Text size="xs" c="dimmed">
          {t('raisedLater', { at: format.dateTime(alert.raisedAt) })}
        </Text>
      )}
      {alike > 1 && (
        <Text size="xs" c="dimmed">
          {t('alike', { count: alike })}
        </Text>
      )}
      {alert.late && (
        <Notice color="yellow" p="xs">
          {t('late')}
        </Notice>
      )}
      {typeof alert.delayedSeconds === 'number' && (
        <Notice color="yellow" p="xs">
          {t('delayed', { time: format.duration(alert.delayedSeconds) })}
        </Notice>
      )}
      {alert.state === 'withdrawn' && (
        <Notice color="gray" p="xs">
          {t('withdrawnHint')}
        </Notice>
      )}
      <Group gap="xs">
        {hasCoordinates ? (
          <Button
            size="xs"
            variant="light"
            leftSection={<IconMapPin size={15} />}
            onClick={() => map && flyToAlert(map, alert)}
          >
            {t('onMap')}
          </Button>
        ) : (
          <Text size="xs" c="dimmed">
            {t('noCoordinates')}
          </Text>
        )}
        <ButtonLink
          to="/live"
          search={{ device: alert.deviceId, follow: true }}
          size="xs"
          variant="light"
          leftSection={<IconCurrentLocation size={15} />}
        >
          {t('whereNow')}
        </ButtonLink>
        <ButtonLink
          to="/history/$deviceId"
          params={{ deviceId: alert.deviceId }}
          search={{ t: alert.dateTime }}
          size="xs"
          variant="light"
          leftSection={<IconHistory size={15} />}
        >
          {t('inHistory')}
        </ButtonLink>
      </Group>
    </Stack>
  )
}
