// The dry run of a group: the sum, and the result of each device that would have raised alerts.

import { Accordion, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/use-format.ts'
import type { DeviceRun } from './dry-run-request.ts'
import { maxGroupDevices, summarize } from './dry-run-request.ts'
import { DryRunResult } from './dry-run-result.tsx'

export function DryRunGroupResult({ runs }: { runs: DeviceRun[] }) {
  const { t } = useTranslation('rules')
  const { number } = useFormat()
  const [open, setOpen] = useState<string | null>(null)
  const summary = summarize(runs)
  if (runs.length === 0) return <Text size="sm">{t('dryRun.emptyGroup')}</Text>
  return (
    <div>
      <div role="status">
        <Text fw={600} size="sm">
          {t('dryRun.found', { count: summary.alertCount, shown: number(summary.alertCount) })}
        </Text>
        <Text size="xs" c="dimmed">
          {t('dryRun.onDevices', { count: summary.deviceCount, all: number(runs.length) })}
          {runs.length === maxGroupDevices && ` ${t('dryRun.groupLimit', { count: maxGroupDevices })}`}
        </Text>
      </div>
      <Accordion mt="xs" value={open} onChange={setOpen}>
        {summary.runs
          .filter(({ result }) => result.alerts.length > 0)
          .map(({ deviceId, name, result }) => (
            <Accordion.Item key={deviceId} value={deviceId}>
              <Accordion.Control>
                <Text size="sm">
                  {name} ·{' '}
                  {t('dryRun.count', { count: result.alerts.length, shown: number(result.alerts.length) })}
                </Text>
              </Accordion.Control>
              <Accordion.Panel>
                {/* Only the open one marks its alerts on the map. */}
                {open === deviceId && <DryRunResult result={result} deviceId={deviceId} />}
              </Accordion.Panel>
            </Accordion.Item>
          ))}
      </Accordion>
    </div>
  )
}
