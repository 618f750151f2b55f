// One alert: what, when and where, what people did about it, why it was raised, and who was told.

import { ActionIcon, Badge, Button, Group, Alert as Notice, Stack, Text, Title } from '@mantine/core'
import type { Alert } from '@rastro/client'
import { IconArrowLeft, IconHistory, IconMapPin, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMap } from '../../map/use-map.tsx'
import { Failure } from '../../ui/failure.tsx'
import { AnchorLink, ButtonLink } from '../../ui/links.tsx'
import { SeverityIcon } from '../../ui/severity.tsx'
import { tellAlert } from '../../ui/tell-alert.ts'
import { useDeviceName } from '../../ui/use-device-name.ts'
import { useFormat } from '../../ui/use-format.ts'
import styles from './alert-detail.module.css'
import { AlertExplanation } from './alert-explanation.tsx'
import { AlertHandling } from './alert-handling.tsx'
import { AlertTellings } from './alert-tellings.tsx'
import { useAlert } from './use-alerts.ts'
import type { Deeds } from './use-deeds.tsx'
import { flyToAlert, useFlight } from './use-flight.ts'

interface AlertDetailProps {
  id: string
  known: Alert | undefined
  /** How many of the list are the same, with this one. */
  alike: number
  deeds: Deeds
  may: boolean
  onClose(): void
}

export function AlertDetail({ id, known, alike, deeds, may, onClose }: AlertDetailProps) {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  const { data: alert, error, refetch } = useAlert(id, known)
  const title = alert ? tellAlert(alert, t, format) : t('ui:loading')
  useFlight(alert)
  return (
    <aside className={styles.card} aria-label={title}>
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
        {error && <Failure error={error} onRetry={() => void refetch()} />}
        {alert && (
          <>
            <Facts alert={alert} alike={alike} />
            <AlertHandling key={alert.note} alert={alert} deeds={deeds} may={may} />
            <AlertTellings alert={alert} />
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
  const hasPlace = alert.latitude !== null && alert.longitude !== null
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
      {alert.state === 'withdrawn' && (
        <Notice color="gray" p="xs">
          {t('withdrawnSays')}
        </Notice>
      )}
      <Group gap="xs">
        {hasPlace ? (
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
            {t('noPlace')}
          </Text>
        )}
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
