// All rules, each as one sentence with a switch.

import { Button, Group, Stack, TextInput } from '@mantine/core'
import { IconBell, IconPlus, IconSearch } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useDeletedIds } from '../../ui/delete-with-undo.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useInitialView } from '../../ui/use-initial-view.ts'
import { RuleRow } from './rule-row.tsx'
import styles from './rules.module.css'
import { StartingPoints } from './starting-points.tsx'
import { useLinks, useNames } from './use-links.ts'
import { useRules } from './use-rules.ts'

const route = getRouteApi('/shell/rules')

export function RulesView() {
  const { t } = useTranslation('rules')
  const { q } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useRules(q)
  const deleted = useDeletedIds()
  const rules = (list.data?.pages.flatMap((page) => page.alertRules) ?? []).filter(
    ({ id }) => !deleted.has(id),
  )
  const links = useLinks()
  const names = useNames(
    links,
    rules.flatMap(({ devices }) => devices.slice(0, 1)),
  )
  useInitialView()
  const isEmpty = list.isSuccess && rules.length === 0
  return (
    <Panel
      wide
      title={t('title')}
      aside={
        <Group gap="xs" wrap="nowrap">
          <ButtonLink to="/alerts" variant="subtle" size="compact-sm" leftSection={<IconBell size={16} />}>
            {t('alerts')}
          </ButtonLink>
          <ButtonLink to="/rules/new" size="compact-sm" leftSection={<IconPlus size={16} />}>
            {t('new')}
          </ButtonLink>
        </Group>
      }
      head={
        (q !== undefined || rules.length > 8) && (
          <TextInput
            size="sm"
            aria-label={t('search')}
            placeholder={t('search')}
            leftSection={<IconSearch size={16} />}
            value={q ?? ''}
            onChange={({ currentTarget: { value } }) => {
              inBackground(navigate({ replace: true, search: value === '' ? {} : { q: value } }))
            }}
          />
        )
      }
    >
      {list.isError && (
        <Failure
          error={list.error}
          onRetry={() => {
            inBackground(list.refetch())
          }}
        />
      )}
      <ul className={styles.list} aria-busy={list.isPending}>
        {rules.map((rule) => (
          <RuleRow key={rule.id} rule={rule} names={names} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Group justify="center" p="sm">
          <Button
            size="xs"
            variant="default"
            loading={list.isFetchingNextPage}
            onClick={() => {
              inBackground(list.fetchNextPage())
            }}
          >
            {t('ui:more')}
          </Button>
        </Group>
      )}
      {isEmpty && q !== undefined && <Empty title={t('nothing.title')} description={t('nothing.hint')} />}
      {isEmpty && q === undefined && (
        <Stack gap={0}>
          <Empty title={t('empty.title')} description={t('empty.hint')} />
          <StartingPoints />
        </Stack>
      )}
    </Panel>
  )
}
