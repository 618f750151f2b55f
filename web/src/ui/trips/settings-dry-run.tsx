// What changed settings would have found in the last 14 days. Changes nothing.

import { Button, Stack, Text } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../../session/use-account.ts'
import { Failure } from '../failure.tsx'
import { Section } from '../section.tsx'
import { DeviceDryRunResult, FleetDryRunResult } from './dry-run-result.tsx'
import { dayOf, localDay } from './local-days.ts'
import type { OwnSettings, SettingsSubject } from './trip.types.ts'
import { dryRunDevice, dryRunFleet } from './trip-api.ts'

const days = 14
const dayMs = 86_400_000

interface SettingsDryRunProps {
  subject: SettingsSubject
  /** As they are in the form, saved or not. */
  own: OwnSettings
  isWhole: boolean
}

export function SettingsDryRun({ subject, own, isWhole }: SettingsDryRunProps) {
  const { t } = useTranslation('trips')
  const timeZone = useAccount()?.timeZone ?? 'UTC'
  const running = useMutation({
    mutationFn: async () => {
      const toMs = Date.now()
      const first = localDay(dayOf(toMs - (days - 1) * dayMs, timeZone), timeZone)
      const period = { fromMs: first.fromMs, toMs }
      const wanted = {
        settings: own,
        from: new Date(period.fromMs).toISOString(),
        to: new Date(toMs).toISOString(),
      }
      return subject.level === 'device'
        ? { period, device: await dryRunDevice(subject.id, wanted) }
        : { period, fleet: await dryRunFleet(subject, wanted) }
    },
  })
  const { data } = running
  return (
    <Section title={t('dryRun.title')} description={t('dryRun.hint', { days })}>
      <Stack gap="sm">
        <div>
          <Button
            variant="light"
            leftSection={<IconFlask size={16} />}
            loading={running.isPending}
            disabled={!isWhole}
            onClick={() => running.mutate()}
          >
            {t('dryRun.run', { days })}
          </Button>
        </div>
        {running.error && <Failure error={running.error} />}
        {data?.device && <DeviceDryRunResult result={data.device} period={data.period} timeZone={timeZone} />}
        {data?.fleet && <FleetDryRunResult result={data.fleet} />}
        <Text size="xs" c="dimmed" role="status">
          {data && t('dryRun.nothingChanged')}
        </Text>
      </Stack>
    </Section>
  )
}
