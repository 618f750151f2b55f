// The maintenance plans of a device, and the work that was done.

import { Loader, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { AnchorLink } from '../../ui/links.tsx'
import { maintenanceKey, readStatesOf, readWorkOf } from '../../ui/maintenance/maintenance-api.ts'
import { MaintenanceTable } from '../../ui/maintenance/maintenance-table.tsx'
import { WorkList } from '../../ui/maintenance/work-list.tsx'
import { Section } from '../../ui/section.tsx'
import type { DeviceRecord } from './device-record.ts'

export function MaintenanceTab({ record: { device } }: { record: DeviceRecord }) {
  const { t } = useTranslation('maintenance')
  const loaded = useQuery({
    queryKey: [...maintenanceKey, 'device', device.id],
    queryFn: async () => ({ states: await readStatesOf(device.id), work: await readWorkOf(device.id) }),
  })
  if (loaded.error && !loaded.data) {
    return <Failure error={loaded.error} onRetry={() => inBackground(loaded.refetch())} />
  }
  if (!loaded.data) return <Loader aria-label={t('ui:loading')} />
  const { states, work } = loaded.data
  return (
    <Stack gap="xl">
      {states.length === 0 ? (
        <Empty
          title={t('noneOfDevice')}
          description={<AnchorLink to="/maintenance">{t('openList')}</AnchorLink>}
        />
      ) : (
        <MaintenanceTable rows={states} isOfDevice />
      )}
      <Section title={t('work.title')}>
        <WorkList work={work} />
      </Section>
    </Stack>
  )
}
