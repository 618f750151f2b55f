// The dialogs of the actions on many devices. Each shows how many devices it changes before it does.

import {
  Alert,
  Checkbox,
  Group,
  List,
  NumberInput,
  Progress,
  Radio,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import type { Device } from '@rastro/client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DangerDialog } from '../../../ui/danger-dialog.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useFormat } from '../../../ui/use-format.ts'
import type { BulkChange } from './changes.ts'
import { changesOf } from './changes.ts'
import { CommandDialog } from './command-dialog.tsx'
import { useBulk } from './use-bulk.ts'

export type BulkKind = 'addGroup' | 'removeGroup' | 'limits' | 'expiry' | 'command' | 'delete'

interface BulkDialogProps {
  kind: BulkKind
  devices: Device[]
  groupNames: Map<string, string>
  onClose(): void
  onDeleted(): void
}

export function BulkDialog(props: BulkDialogProps) {
  if (props.kind === 'delete') return <DeleteDialog {...props} />
  if (props.kind === 'command') return <CommandDialog {...props} />
  return <ChangeDialog {...props} kind={props.kind} />
}

function ChangeDialog({
  kind,
  devices,
  groupNames,
  onClose,
}: BulkDialogProps & { kind: 'addGroup' | 'removeGroup' | 'limits' | 'expiry' }) {
  const { t } = useTranslation('devices')
  const { change, progress } = useBulk()
  const [action, setAction] = useState<BulkChange>()
  const count = action ? changesOf(action, devices).changes.length : devices.length
  const sending = useMutation({
    mutationFn: () => (action ? change(action, devices) : Promise.resolve()),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      title={t(`bulk.${kind}.title`)}
      action={t('bulk.apply', { count })}
      sending={{ ...sending, mutate: () => sending.mutate() }}
      isWhole={action !== undefined && count > 0}
      onClose={onClose}
    >
      {(kind === 'addGroup' || kind === 'removeGroup') && (
        <GroupField kind={kind} devices={devices} groupNames={groupNames} onChange={setAction} />
      )}
      {kind === 'limits' && <LimitFields onChange={setAction} />}
      {kind === 'expiry' && <ExpiryFields onChange={setAction} />}
      {action && count < devices.length && (
        <Text size="sm" c="dimmed">
          {t('bulk.unchanged', { count: devices.length - count })}
        </Text>
      )}
      {sending.isPending && <Progress value={(progress / count) * 100} aria-label={t('bulk.progress')} />}
    </FormDialog>
  )
}

interface GroupFieldProps extends Pick<BulkDialogProps, 'devices' | 'groupNames'> {
  kind: 'addGroup' | 'removeGroup'
  onChange(action: BulkChange): void
}

function GroupField({ kind, devices, groupNames, onChange }: GroupFieldProps) {
  const { t } = useTranslation('devices')
  const used = new Set(devices.flatMap(({ groups }) => groups))
  const offered = [...groupNames].filter(([id]) => kind === 'addGroup' || used.has(id))
  return (
    <Select
      label={t('bulk.group')}
      searchable
      data-autofocus
      data={offered.map(([value, label]) => ({ value, label }))}
      onChange={(groupId) => groupId && onChange({ type: kind, groupId })}
    />
  )
}

type Limits = Omit<Extract<BulkChange, { type: 'limits' }>, 'type'>

function LimitFields({ onChange }: { onChange(action: BulkChange): void }) {
  const [limits, setLimits] = useState<Limits>({})
  function set(name: keyof Limits, limit: number | null | undefined): void {
    const { [name]: _before, ...rest } = limits
    const next = limit === undefined ? rest : { ...rest, [name]: limit }
    setLimits(next)
    onChange({ type: 'limits', ...next })
  }
  return (
    <Stack>
      <LimitField name="dailyEmailLimit" limit={limits.dailyEmailLimit} onChange={set} />
      <LimitField name="dailySmsLimit" limit={limits.dailySmsLimit} onChange={set} />
    </Stack>
  )
}

interface LimitFieldProps {
  name: keyof Limits
  /** Undefined leaves the limit as it is; null removes it. */
  limit: number | null | undefined
  onChange(name: keyof Limits, limit: number | null | undefined): void
}

function LimitField({ name, limit, onChange }: LimitFieldProps) {
  const { t } = useTranslation('devices')
  return (
    <Group align="flex-end" wrap="nowrap">
      <NumberInput
        flex={1}
        data-autofocus={name === 'dailyEmailLimit' || undefined}
        label={t(name)}
        placeholder={t(limit === null ? 'noLimit' : 'bulk.limits.unchanged')}
        min={0}
        max={1_000_000}
        allowDecimal={false}
        disabled={limit === null}
        value={limit ?? ''}
        onChange={(value) => onChange(name, value === '' ? undefined : Number(value))}
      />
      <Checkbox
        mih={36}
        label={t('noLimit')}
        aria-label={`${t(name)}: ${t('noLimit')}`}
        checked={limit === null}
        onChange={({ currentTarget }) => onChange(name, currentTarget.checked ? null : undefined)}
      />
    </Group>
  )
}

function ExpiryFields({ onChange }: { onChange(action: BulkChange): void }) {
  const { t } = useTranslation('devices')
  const [choice, setChoice] = useState<string>()
  return (
    <Stack>
      <Radio.Group
        aria-label={t('bulk.expiry.title')}
        onChange={(value) => {
          setChoice(value)
          if (value === 'never') onChange({ type: 'expiry', date: null })
        }}
      >
        <Stack gap="xs">
          <Radio value="never" label={t('bulk.expiry.never')} />
          <Radio value="date" label={t('bulk.expiry.date')} />
        </Stack>
      </Radio.Group>
      {choice === 'date' && (
        <TextInput
          type="date"
          label={t('expirationDate')}
          description={t('bulk.expiry.hint')}
          required
          onChange={({ currentTarget }) =>
            currentTarget.value && onChange({ type: 'expiry', date: currentTarget.value })
          }
        />
      )}
    </Stack>
  )
}

const losses = ['history', 'alerts', 'shares', 'tracker'] as const

/** The number is typed, so that nobody deletes a thousand devices for ten. */
function DeleteDialog({ devices, onClose, onDeleted }: BulkDialogProps) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const { remove } = useBulk()
  const count = devices.length
  return (
    <DangerDialog
      title={t('bulk.delete.title', { count, shown: format.number(count) })}
      word={String(count)}
      action={t('delete.confirm')}
      onConfirm={async () => {
        remove(devices)
        onDeleted()
      }}
      onClose={onClose}
    >
      <Alert color="red" title={t('delete.lost')}>
        <List size="sm">
          {losses.map((what) => (
            <List.Item key={what}>{t(`bulk.delete.losses.${what}`)}</List.Item>
          ))}
        </List>
      </Alert>
    </DangerDialog>
  )
}
