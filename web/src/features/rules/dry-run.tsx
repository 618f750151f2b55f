// A dry run: evaluates the rule on stored locations without raising alerts.

import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { useAccount } from '../../session/use-account.ts'
import { DeviceSelect } from '../../ui/device-select.tsx'
import { Failure } from '../../ui/failure.tsx'
import type { Draft } from './draft.ts'
import { faultsOf, toBody } from './draft.ts'
import { DryRunResult } from './dry-run-result.tsx'
import { kindForms } from './kinds.ts'
import type { Period } from './periods.ts'
import { instantIn, periodOf, periods } from './periods.ts'

export function DryRun({ draft }: { draft: Draft }) {
  const { t } = useTranslation('rules')
  const timeZone = useAccount()?.timeZone ?? 'UTC'
  const [device, setDevice] = useState<string | undefined>(draft.devices[0])
  const [period, setPeriod] = useState<Period>('day')
  const [own, setOwn] = useState({ from: '', to: '' })
  const running = useMutation({
    mutationFn: (deviceId: string) => {
      const span =
        period === 'own'
          ? { from: instantIn(own.from, timeZone), to: instantIn(own.to, timeZone) }
          : periodOf(period, Date.now())
      return rastro.post('/api/alertRules/dryRun', {
        body: { deviceId, from: span.from.toISOString(), to: span.to.toISOString(), rule: toBody(draft) },
      })
    },
  })
  const faultAt = faultsOf(running.error)
  if (kindForms[draft.type].isTimed) {
    return (
      <Text size="sm" c="dimmed">
        {t('dryRun.timed')}
      </Text>
    )
  }
  const isReady = device !== undefined && (period !== 'own' || (own.from !== '' && own.to !== ''))
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('dryRun.hint')}
      </Text>
      <Group grow align="flex-end" gap="xs">
        <DeviceSelect
          label={t('dryRun.device')}
          placeholder={t('dryRun.chooseDevice')}
          device={device}
          error={faultAt('deviceId')}
          onChange={setDevice}
        />
        <Select
          label={t('dryRun.period')}
          allowDeselect={false}
          value={period}
          data={periods.map((value) => ({ value, label: t(`dryRun.periods.${value}`) }))}
          onChange={(value) => setPeriod(value as Period)}
        />
      </Group>
      {period === 'own' && (
        <Group grow gap="xs">
          <TextInput
            type="datetime-local"
            label={t('dryRun.from')}
            description={timeZone}
            value={own.from}
            error={faultAt('from')}
            onChange={({ currentTarget: { value } }) => setOwn((before) => ({ ...before, from: value }))}
          />
          <TextInput
            type="datetime-local"
            label={t('dryRun.to')}
            description={timeZone}
            value={own.to}
            error={faultAt('to')}
            onChange={({ currentTarget: { value } }) => setOwn((before) => ({ ...before, to: value }))}
          />
        </Group>
      )}
      <Button
        size="xs"
        variant="light"
        leftSection={<IconFlask size={16} />}
        loading={running.isPending}
        disabled={!isReady}
        onClick={() => device && running.mutate(device)}
      >
        {t('dryRun.run')}
      </Button>
      {running.error && <Failure error={running.error} />}
      {running.data && running.variables && (
        <DryRunResult result={running.data} deviceId={running.variables} />
      )}
    </Stack>
  )
}
