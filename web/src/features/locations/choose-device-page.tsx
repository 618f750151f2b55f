// Chooses the device of the history, with a search by name.

import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFleet, useFleetState } from '../../live/use-fleet.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Panel } from '../../ui/panel.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { useNow } from '../../ui/use-now.ts'
import styles from './choose-device-page.module.css'

const typedMs = 120
/** More are found by typing. */
const maxListed = 500

export function ChooseDevicePage() {
  const { t } = useTranslation('locations')
  const format = useFormat()
  const nowMs = useNow()
  const fleet = useFleet()
  const known = useFleetState((state) => (state.counts ? state.total : undefined))
  const [search, setSearch] = useState('')
  const [asked] = useDebouncedValue(search, typedMs)
  const { data: found } = useQuery({
    queryKey: ['locations', 'devices', asked, known],
    queryFn: () => fleet.findDevices({ search: asked }, maxListed),
    placeholderData: (before) => before,
  })
  const { rows, total = 0 } = found ?? {}
  return (
    <Panel
      title={t('title')}
      head={
        <TextInput
          aria-label={t('choose.search')}
          placeholder={t('choose.search')}
          leftSection={<IconSearch size={16} />}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      }
    >
      <ul className={styles.list} aria-label={t('choose.label')}>
        {rows?.map(({ id, name, status, lastSeenMs }) => (
          <li key={id}>
            <Link to="/history/$deviceId" params={{ deviceId: id }} className={styles.row}>
              <StatusDot status={status} />
              <span className={styles.name}>{name}</span>
              <span className={styles.under}>
                {lastSeenMs === undefined
                  ? t('shell:status.never')
                  : format.age(Math.min(lastSeenMs, nowMs), nowMs)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {rows && total > rows.length && (
        <p className={styles.more}>
          {t('choose.more', { shown: format.number(rows.length), total: format.number(total) })}
        </p>
      )}
      {rows?.length === 0 && known !== undefined && (
        <Empty
          title={known === 0 ? t('choose.noneTitle') : t('choose.nothingTitle')}
          description={known === 0 ? t('choose.noneHint') : t('choose.nothingHint')}
        />
      )}
    </Panel>
  )
}
