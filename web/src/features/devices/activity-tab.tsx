import { Loader, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../session/use-me.ts'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { useActivity } from './activity.ts'
import { ActivityList } from './activity-list.tsx'
import type { DeviceRecord } from './device-record.ts'

const pollEveryMs = 5_000

/** Helps to find out why a tracker is not on the map. */
export function ActivityTab({ record: { device } }: { record: DeviceRecord }) {
  const { t } = useTranslation('devices')
  const mayEdit = useMay()('devices.edit')
  const { data, error, isPending, refetch } = useActivity(device.id, pollEveryMs)
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('activity.hint')}
      </Text>
      {error && (
        <Failure
          error={error}
          onRetry={() => {
            inBackground(refetch())
          }}
        />
      )}
      {isPending && <Loader aria-label={t('ui:loading')} />}
      {data?.length === 0 && (
        <Empty
          title={t('activity.emptyTitle')}
          description={t('activity.emptyHint', { identifier: device.identifier ?? '—' })}
          action={
            mayEdit && (
              <ButtonLink
                to="/connect"
                search={{ step: 'wait', device: device.id }}
                size="xs"
                variant="light"
              >
                {t('activity.connect')}
              </ButtonLink>
            )
          }
        />
      )}
      {data && <ActivityList activity={data} />}
    </Stack>
  )
}
