import { Button, Group, Kbd, Skeleton, Stack, Text } from '@mantine/core'
import type { Alert } from '@rastro/client'
import { IconBellCheck, IconListCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../session/preferences.ts'
import { useMay } from '../../session/use-me.ts'
import type { AlertAction, AlertActions } from '../../shell/alert-actions.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { Panel } from '../../ui/panel.tsx'
import { AlertFilters } from './alert-filters.tsx'
import { AlertRows } from './alert-rows.tsx'
import type { AlertsSearch, SearchChange } from './alerts-search.ts'
import type { Fold } from './fold.ts'
import { SelectionBar } from './selection-bar.tsx'
import type { useAlerts } from './use-alerts.ts'

interface AlertListProps {
  search: AlertsSearch
  list: ReturnType<typeof useAlerts>
  folds: Fold[]
  alerts: Alert[]
  actions: AlertActions
  may: boolean
  /** The detail is in its place. */
  isReplaced: boolean
  nameOf(id: string): string | undefined
  onChange(part: SearchChange, replace?: boolean): void
}

export function AlertList({
  search,
  list,
  folds,
  alerts,
  actions,
  may,
  isReplaced,
  nameOf,
  onChange,
}: AlertListProps) {
  const { t } = useTranslation('alerts')
  const mayManageRules = useMay()('rules.manage')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const { state = 'open' } = search
  const chosen = alerts.filter(({ id }) => selected.has(id))
  const change = (part: SearchChange) => {
    setSelected(new Set())
    onChange(part)
  }
  const begin = (action: AlertAction, ids: string[], note?: string) => {
    const fresh = ids.filter((id) => actions.of(id) === undefined)
    actions.begin(action, fresh, note)
    setSelected(new Set())
  }
  const select = (ids: string[], isSelected: boolean) =>
    setSelected((before) => {
      const after = new Set(before)
      for (const id of ids) isSelected ? after.add(id) : after.delete(id)
      return after
    })

  return (
    <Panel
      wide
      isReplaced={isReplaced}
      title={t('title')}
      aside={
        mayManageRules && (
          <ButtonLink
            to="/rules"
            variant="subtle"
            size="compact-sm"
            leftSection={<IconListCheck size={16} />}
          >
            {t('rules')}
          </ButtonLink>
        )
      }
      head={<AlertFilters search={search} onChange={change} />}
      foot={
        chosen.length > 0 ? (
          <SelectionBar
            key={state}
            count={chosen.length}
            isOpen={state === 'open'}
            onAction={(action, note) => begin(action, [...selected], note)}
            onClear={() => setSelected(new Set())}
          />
        ) : (
          <KeyHints may={may} />
        )
      }
    >
      {list.isError && (
        <div style={{ padding: 12 }}>
          <Failure
            error={list.error}
            onRetry={() => {
              inBackground(list.refetch())
            }}
          />
        </div>
      )}
      {list.isPending && <Waiting />}
      <AlertRows
        key={JSON.stringify([state, search.severity, search.device])}
        folds={folds}
        list={list}
        picked={search.id}
        selected={selected}
        actions={actions}
        mayHandle={may && (state === 'open' || state === 'acknowledged')}
        canAcknowledge={state === 'open'}
        nameOf={nameOf}
        onPick={(id) => onChange({ id }, search.id !== undefined)}
        onSelect={select}
        onAction={begin}
        targets={chosen.map(({ id }) => id)}
      />
      {list.isSuccess && folds.length === 0 && <NoAlerts search={search} onChange={change} />}
    </Panel>
  )
}

function Waiting() {
  return (
    <Stack gap={14} p="md" aria-hidden>
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={String(index)} height={36} radius="md" />
      ))}
    </Stack>
  )
}

function KeyHints({ may }: { may: boolean }) {
  const { t } = useTranslation('alerts')
  const { letterShortcuts } = usePreferences()
  if (!letterShortcuts) return null
  const hints = [
    [['J', 'K'], t('keys.move')],
    ...(may
      ? [
          [['E'], t('keys.acknowledge')],
          [['R'], t('keys.resolve')],
        ]
      : []),
    [['↵'], t('keys.open')],
  ] as [string[], string][]
  return (
    <Group gap="md" visibleFrom="sm">
      {hints.map(([keys, text]) => (
        <Group key={text} gap={4}>
          {keys.map((key) => (
            <Kbd key={key} size="xs">
              {key}
            </Kbd>
          ))}
          <Text size="xs" c="dimmed">
            {text}
          </Text>
        </Group>
      ))}
    </Group>
  )
}

interface NoAlertsProps {
  search: AlertsSearch
  onChange(part: SearchChange): void
}

function NoAlerts({ search, onChange }: NoAlertsProps) {
  const { t } = useTranslation('alerts')
  const mayManageRules = useMay()('rules.manage')
  const { state = 'open', severity, device } = search
  if (severity || device) {
    return (
      <Empty
        title={t('nothing.title')}
        description={t('nothing.hint')}
        action={
          <Button
            size="xs"
            variant="default"
            onClick={() => onChange({ severity: undefined, device: undefined })}
          >
            {t('nothing.clear')}
          </Button>
        }
      />
    )
  }
  return (
    <Empty
      icon={<IconBellCheck size={40} stroke={1.4} />}
      title={t(`empty.${state}.title`)}
      description={t(`empty.${state}.hint`)}
      action={
        state === 'open' &&
        mayManageRules && (
          <ButtonLink to="/rules" size="xs" variant="light">
            {t('empty.toRules')}
          </ButtonLink>
        )
      }
    />
  )
}
