import { Group, Loader, SegmentedControl, Title } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { DeliveryItem } from './delivery-item.tsx'
import styles from './delivery-log.module.css'
import type { DeliveryState } from './delivery-state.ts'
import { deliveryStates } from './delivery-state.ts'
import { useDeliveries } from './use-webhooks.ts'

const route = getRouteApi('/shell/settings/webhooks/$webhookId')

export function DeliveryLog({ webhookId }: { webhookId: string }) {
  const { t } = useTranslation('webhooks')
  const { state } = route.useSearch()
  const go = route.useNavigate()
  const log = useDeliveries(webhookId, state)
  const deliveries = log.data?.pages.flatMap((page) => page.deliveries) ?? []
  const choose = (value: string) => {
    inBackground(go({ search: value === 'all' ? {} : { state: value as DeliveryState }, replace: true }))
  }
  return (
    <section aria-label={t('log')}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h5">
          {t('log')}
        </Title>
        <SegmentedControl
          size="xs"
          aria-label={t('filter')}
          data={['all', ...deliveryStates].map((value) => ({ value, label: t(`states.${value}`) }))}
          value={state ?? 'all'}
          onChange={choose}
        />
      </Group>
      {log.error && !log.data && (
        <Failure
          error={log.error}
          onRetry={() => {
            inBackground(log.refetch())
          }}
        />
      )}
      {log.isPending && <Loader aria-label={t('ui:loading')} />}
      {log.data && deliveries.length === 0 && (
        <Empty
          icon={<IconSend size={28} stroke={1.3} />}
          title={t('logEmpty')}
          description={state ? t('logEmptyState') : t('logEmptyHint')}
        />
      )}
      <ul className={styles.log}>
        {deliveries.map((delivery) => (
          <DeliveryItem key={delivery.id} webhookId={webhookId} delivery={delivery} />
        ))}
      </ul>
      <LoadMore of={log} />
    </section>
  )
}
