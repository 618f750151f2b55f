// A dry run: evaluates the rule on stored locations without raising alerts.

import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import type { Group as DeviceGroup } from '@rastro/client'
import { IconFlask } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../../session/use-account.ts'
import { Failure } from '../../ui/failure.tsx'
import type { Draft } from './draft.ts'
import { faultsOf } from './draft.ts'
import { DryRunGroupResult } from './dry-run-group-result.tsx'
import type { Target } from './dry-run-request.ts'
import { runOnTarget } from './dry-run-request.ts'
import { DryRunResult } from './dry-run-result.tsx'
import { DryRunTarget } from './dry-run-target.tsx'
import { kindForms } from './kinds.ts'
import type { Period } from './periods.ts'
import { instantIn, periodOf, periods } from './periods.ts'

export function DryRun({ draft, groups }: { draft: Draft; groups: DeviceGroup[] }) {
  const { t } = useTranslation('rules')
  const timeZone = useAccount()?.timeZone ?? 'UTC'
  const [target, setTarget] = useState<{ type: Target['type']; id: string | undefined }>(() =>
    draft.devices.length === 0 && draft.groups[0]
      ? { type: 'group', id: draft.groups[0] }
      : { type: 'device', id: draft.devices[0] },
  )
  const [progress, setProgress] = useState<{ done: number; all: number }>()
  const [period, setPeriod] = useState<Period>('day')
  const [own, setOwn] = useState({ from: '', to: '' })
  const running = useMutation({
    mutationFn: (target: Target) => {
      const span =
        period === 'own'
          ? { from: instantIn(own.from, timeZone), to: instantIn(own.to, timeZone) }
          : periodOf(period, Date.now())
      const onProgress = (done: number, all: number) => setProgress({ done, all })
      return runOnTarget({ target, rule: draft, ...span, onProgress })
    },
    onSettled: () => setProgress(undefined),
  })
  const faultAt = faultsOf(running.error)
  if (kindForms[draft.type].isTimed) {
    return (
      <Text size="sm" c="dimmed">
        {t('dryRun.timed')}
      </Text>
    )
  }
  const { type, id } = target
  const isReady = id !== undefined && (period !== 'own' || (own.from !== '' && own.to !== ''))
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('dryRun.hint')}
      </Text>
      <DryRunTarget type={type} id={id} groups={groups} error={faultAt('deviceId')} onChange={setTarget} />
      <Select
        label={t('dryRun.period')}
        allowDeselect={false}
        value={period}
        data={periods.map((value) => ({ value, label: t(`dryRun.periods.${value}`) }))}
        onChange={(value) => setPeriod(value as Period)}
      />
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
        onClick={() => id && running.mutate({ type, id })}
      >
        {t('dryRun.run')}
      </Button>
      {progress && (
        <Text size="xs" c="dimmed" role="status">
          {t('dryRun.progress', progress)}
        </Text>
      )}
      {running.error && <Failure error={running.error} />}
      {running.data && running.variables.type === 'group' && <DryRunGroupResult runs={running.data} />}
      {running.data?.[0] && running.variables.type === 'device' && <DryRunResult {...running.data[0]} />}
    </Stack>
  )
}
