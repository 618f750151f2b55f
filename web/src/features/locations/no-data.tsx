// Shown for an empty period, with a link to the last data.

import { Button } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Empty } from '../../ui/empty.tsx'
import type { Period, PeriodText } from '../../ui/period/period.ts'
import { dayAround } from '../../ui/period/period.ts'
import { useFormat } from '../../ui/use-format.ts'
import { useLastLocation } from './use-history.ts'

interface NoDataProps {
  deviceId: string
  period: Period
  timeZone: string
  onChoose(text: PeriodText): void
}

export function NoData({ deviceId, period, timeZone, onChoose }: NoDataProps) {
  const { t } = useTranslation('locations')
  const format = useFormat()
  const last = useLastLocation(deviceId)
  if (last === undefined) return null
  const lastMs = last && Date.parse(last.dateTime)
  const isElsewhere = lastMs !== null && (lastMs < period.fromMs || lastMs >= period.toMs)
  return (
    <Empty
      icon={<IconCalendarOff size={28} stroke={1.5} />}
      title={t('noData.title')}
      description={
        lastMs === null
          ? t('noData.never')
          : isElsewhere
            ? t('noData.last', { at: format.dateTime(lastMs) })
            : t('noData.noFix')
      }
      action={
        isElsewhere && (
          <Button size="xs" variant="light" onClick={() => onChoose(dayAround(lastMs, timeZone))}>
            {t('noData.go')}
          </Button>
        )
      }
    />
  )
}
