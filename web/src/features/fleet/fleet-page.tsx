// The state of the fleet now, and its last weeks. Every figure opens what is behind it.

import { Button, Loader } from '@mantine/core'
import { IconTruck } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../session/use-me.ts'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { DistanceSection } from './distance-section.tsx'
import styles from './fleet.module.css'
import { GroupSelect } from './group-select.tsx'
import { MaintenanceSection } from './maintenance-section.tsx'
import { NowTiles } from './now-tiles.tsx'
import { QualitySection } from './quality-section.tsx'
import { RankingSection } from './ranking-section.tsx'
import { useDashboard } from './use-dashboard.ts'
import { UseSection } from './use-section.tsx'

const route = getRouteApi('/shell/fleet')

export function FleetPage() {
  const { t } = useTranslation('fleet')
  const format = useFormat()
  const { group } = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, refetch } = useDashboard(group)
  const choose = (chosen: string | undefined) =>
    inBackground(navigate({ replace: true, search: chosen === undefined ? {} : { group: chosen } }))
  return (
    <Page
      isWide
      title={t('title')}
      subtitle={data && t('period', { from: format.weekday(data.from), to: format.weekday(data.to) })}
      actions={<GroupSelect group={group} onChange={choose} />}
    >
      {error && <Failure error={error} onRetry={() => inBackground(refetch())} />}
      {!data && !error && <Loader aria-label={t('ui:loading')} />}
      {data?.now.devices === 0 && (
        <NoDevices isFiltered={group !== undefined} onClear={() => choose(undefined)} />
      )}
      {data && data.now.devices > 0 && (
        <div className={styles.parts}>
          <NowTiles dashboard={data} group={group} />
          <DistanceSection dashboard={data} group={group} />
          <UseSection dashboard={data} group={group} />
          <RankingSection dashboard={data} />
          <MaintenanceSection dashboard={data} group={group} />
          <QualitySection dashboard={data} group={group} />
        </div>
      )}
    </Page>
  )
}

function NoDevices({ isFiltered, onClear }: { isFiltered: boolean; onClear(): void }) {
  const { t } = useTranslation('fleet')
  const mayEdit = useMay()('devices.edit')
  const icon = <IconTruck size={32} stroke={1.3} />
  if (isFiltered) {
    const action = (
      <Button size="xs" variant="default" onClick={onClear}>
        {t('nothing.clear')}
      </Button>
    )
    return <Empty icon={icon} title={t('nothing.title')} description={t('nothing.hint')} action={action} />
  }
  return (
    <Empty
      icon={icon}
      title={t('none.title')}
      description={t(mayEdit ? 'none.hint' : 'none.hintForOthers')}
      action={
        mayEdit && (
          <ButtonLink to="/connect" size="xs">
            {t('none.connect')}
          </ButtonLink>
        )
      }
    />
  )
}
