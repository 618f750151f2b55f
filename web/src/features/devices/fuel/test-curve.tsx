// What the settings make of the values of the last week, before they are saved.

import { Button, Group, Loader, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { Failure } from '../../../ui/failure.tsx'
import { LatePart } from '../../../ui/late-part.tsx'
import { testSensor } from './fuel-api.ts'
import type { SensorDraft } from './sensor-draft.ts'

const LevelChart = lazy(async () => ({ default: (await import('./level-chart.tsx')).LevelChart }))

interface TestCurveProps {
  deviceId: string
  /** Undefined while something is missing. */
  draft: SensorDraft | undefined
}

export function TestCurve({ deviceId, draft }: TestCurveProps) {
  const { t } = useTranslation('fuel')
  const testing = useMutation({
    mutationFn: async (tested: SensorDraft) => ({ tested, levels: await testSensor(deviceId, tested) }),
  })
  const { data } = testing
  return (
    <Stack gap="xs">
      <Group>
        <Button
          variant="light"
          size="xs"
          loading={testing.isPending}
          disabled={!draft}
          onClick={() => draft && testing.mutate(draft)}
        >
          {t('test')}
        </Button>
      </Group>
      {testing.error && <Failure error={testing.error} />}
      {data?.levels.length === 0 && (
        <Text size="sm" c="dimmed" role="status">
          {t('testEmpty')}
        </Text>
      )}
      {data && data.levels.length > 0 && (
        <LatePart fallback={<Loader size="sm" aria-label={t('ui:loading')} />}>
          <LevelChart
            label={t('testLabel')}
            levels={data.levels}
            tankLitres={data.tested.tankLitres}
            hasRaw
          />
        </LatePart>
      )}
    </Stack>
  )
}
