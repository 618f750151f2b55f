import { Anchor, Button, List, Text } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMap } from '../../map/use-map.tsx'
import { describeAlert } from '../../ui/alert-text.ts'
import { AnchorLink } from '../../ui/links.tsx'
import { useFormat } from '../../ui/use-format.ts'
import type { DeviceRun } from './dry-run-request.ts'
import styles from './rules.module.css'

const AlertsLayer = lazy(async () => ({
  default: (await import('../../map/layers/alerts-layer.tsx')).AlertsLayer,
}))

const shownAtFirst = 20
/** The server stops at this number. */
const maxAlerts = 1_000
const closeZoom = 12

export function DryRunResult({ result, deviceId }: DeviceRun) {
  const { t } = useTranslation('rules')
  const format = useFormat()
  const map = useMap()
  const [isWhole, setIsWhole] = useState(false)
  const [picked, setPicked] = useState<string>()
  const { alerts, judged, ignored, outsideSchedule } = result
  const marks = useMemo(
    () =>
      alerts.map(({ severity, latitude = null, longitude = null }, index) => ({
        id: String(index),
        severity,
        latitude,
        longitude,
      })),
    [alerts],
  )
  const show = (id: string) => {
    setPicked(id)
    const mark = marks[Number(id)]
    if (!map || !mark || mark.latitude === null || mark.longitude === null) return
    map.easeTo({ center: [mark.longitude, mark.latitude], zoom: Math.max(map.getZoom(), closeZoom) })
  }
  const number = format.number
  return (
    <div role="status">
      <Text fw={600} size="sm">
        {alerts.length === maxAlerts
          ? t('dryRun.atLeast', { shown: number(maxAlerts) })
          : t('dryRun.found', { count: alerts.length, shown: number(alerts.length) })}
      </Text>
      <List size="xs" c="dimmed">
        <List.Item>{t('dryRun.judged', { count: judged, shown: number(judged) })}</List.Item>
        {ignored > 0 && (
          <List.Item>{t('dryRun.ignored', { count: ignored, shown: number(ignored) })}</List.Item>
        )}
        {outsideSchedule > 0 && (
          <List.Item>
            {t('dryRun.outsideHours', { count: outsideSchedule, shown: number(outsideSchedule) })}
          </List.Item>
        )}
      </List>
      {judged + ignored + outsideSchedule === 0 && <Text size="sm">{t('dryRun.noLocations')}</Text>}
      <ul className={styles.found}>
        {alerts.slice(0, isWhole ? undefined : shownAtFirst).map((alert, index) => (
          <li key={`${alert.dateTime} ${alert.text}`}>
            <Anchor component="button" type="button" size="sm" ta="start" onClick={() => show(String(index))}>
              {format.dateTime(alert.dateTime)} · {describeAlert({ ...alert, ruleId: 'dry run' }, t, format)}
            </Anchor>
            <AnchorLink
              size="xs"
              to="/history/$deviceId"
              params={{ deviceId }}
              search={{ t: alert.dateTime }}
            >
              {t('dryRun.history')}
            </AnchorLink>
          </li>
        ))}
      </ul>
      {alerts.length > shownAtFirst && !isWhole && (
        <Button mt="xs" size="compact-sm" variant="subtle" onClick={() => setIsWhole(true)}>
          {t('ui:more')}
        </Button>
      )}
      <Suspense>
        <AlertsLayer alerts={marks} selected={picked} onPick={setPicked} />
      </Suspense>
    </div>
  )
}
