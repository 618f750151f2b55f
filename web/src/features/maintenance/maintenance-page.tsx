// What is due in the fleet, and the plans.

import { Button, Loader, SegmentedControl, Stack } from '@mantine/core'
import { IconPlus, IconTool } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../session/use-me.ts'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import type { StateName } from '../../ui/maintenance/maintenance-api.ts'
import {
  maintenanceKey,
  readMaintenanceCounts,
  readPlans,
  readStates,
  stateNames,
} from '../../ui/maintenance/maintenance-api.ts'
import { MaintenanceTable } from '../../ui/maintenance/maintenance-table.tsx'
import { Page } from '../../ui/page.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { PlanDialog } from './plan-dialog.tsx'
import { PlanTable } from './plan-table.tsx'

const route = getRouteApi('/shell/maintenance')

export function MaintenancePage() {
  const { t } = useTranslation('maintenance')
  const format = useFormat()
  const { state } = route.useSearch()
  const navigate = route.useNavigate()
  const me = useMe()
  // Plans belong to the whole account.
  const mayPlan = me !== undefined && me.role !== 'standard'
  const [isCreating, setIsCreating] = useState(false)
  const list = useInfiniteQuery({
    queryKey: [...maintenanceKey, 'list', state],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => readStates(state, pageParam, signal),
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: (before) => before,
  })
  const counts = useQuery({ queryKey: [...maintenanceKey, 'counts'], queryFn: readMaintenanceCounts }).data
  const plans = useQuery({ queryKey: [...maintenanceKey, 'plans'], enabled: mayPlan, queryFn: readPlans })
  const rows = list.data?.pages.flatMap(({ maintenance }) => maintenance) ?? []
  const shownStates = stateNames.filter((name) => name !== 'unknown' || counts?.unknown)
  const create = mayPlan && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setIsCreating(true)}>
      {t('plans.create')}
    </Button>
  )
  const isBare = list.isSuccess && rows.length === 0 && state === undefined
  return (
    <Page isWide title={t('title')} subtitle={t('hint')} actions={create}>
      <Stack gap="md">
        <SegmentedControl
          aria-label={t('filter')}
          size="xs"
          value={state ?? 'all'}
          data={[
            { value: 'all', label: t('all') },
            ...shownStates.map((value) => ({
              value,
              label: counts
                ? `${t(`states.${value}`)} ${format.number(counts[value])}`
                : t(`states.${value}`),
            })),
          ]}
          style={{ overflowX: 'auto', maxWidth: '100%', alignSelf: 'flex-start' }}
          onChange={(value) => {
            const search = value === 'all' ? {} : { state: value as StateName }
            inBackground(navigate({ replace: true, search }))
          }}
        />
        {list.error && <Failure error={list.error} onRetry={() => inBackground(list.refetch())} />}
        {list.isPending && <Loader aria-label={t('ui:loading')} />}
        {isBare && (
          <Empty
            icon={<IconTool size={32} stroke={1.3} />}
            title={t('none.title')}
            description={mayPlan ? t('none.hint') : t('none.hintOnly')}
          />
        )}
        {list.isSuccess && rows.length === 0 && !isBare && (
          <Empty title={t('nothing.title')} description={t('nothing.hint')} />
        )}
        {rows.length > 0 && <MaintenanceTable rows={rows} />}
        <LoadMore of={list} />
      </Stack>
      {plans.error && <Failure error={plans.error} onRetry={() => inBackground(plans.refetch())} />}
      {plans.data && plans.data.length > 0 && <PlanTable plans={plans.data} />}
      {isCreating && <PlanDialog onClose={() => setIsCreating(false)} />}
    </Page>
  )
}
