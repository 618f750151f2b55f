// Sends the report as it is built every day, week or month.

import { Button } from '@mantine/core'
import { IconCalendarRepeat } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../session/use-me.ts'
import styles from '../reports.module.css'
import type { ScheduledRequest } from './schedule-api.ts'
import { ScheduleForm } from './schedule-form.tsx'

interface SendRegularlyProps {
  title: string
  timeZone: string
  request: ScheduledRequest
}

export function SendRegularly(props: SendRegularlyProps) {
  const { t } = useTranslation('report-schedules')
  const mayManage = useMay()('reports.manage')
  const [isOpen, setOpen] = useState(false)
  if (!mayManage) return null
  return (
    <div className={styles.screenOnly}>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconCalendarRepeat size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('send')}
      </Button>
      {isOpen && <ScheduleForm {...props} onClose={() => setOpen(false)} />}
    </div>
  )
}
