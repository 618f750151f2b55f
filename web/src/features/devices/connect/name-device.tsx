// Creates the device: its name, and the identifier that its tracker sends.

import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../../session/session.ts'
import { accountKey, useAccount } from '../../../session/use-account.ts'
import { useMe } from '../../../session/use-me.ts'
import { useDraft } from '../../../ui/draft.ts'
import { inBackground } from '../../../ui/in-background.ts'
import { useFormat } from '../../../ui/use-format.ts'
import { faultsOf } from '../device-record.ts'
import { GroupsInput } from '../groups-input.tsx'
import { Refusal } from '../limits/reactivate.tsx'
import { hintOf, randomImei } from './imei.ts'
import { IngestKey } from './ingest-key.tsx'
import type { Kind } from './kinds.ts'

interface NameDeviceProps {
  kind: Kind | undefined
  onReady(deviceId: string): void
}

export function NameDevice({ kind, onReady }: NameDeviceProps) {
  const { t } = useTranslation('connect')
  const queries = useQueryClient()
  const draft = useDraft(`device:new:${kind?.identifier ?? 'imei'}`, () => ({
    name: '',
    // Hard to guess, and nobody types it: the phone scans it in the next step.
    identifier: kind?.identifier === 'phone' ? randomName() : '',
    model: '',
    groups: [] as string[],
  }))
  const { name, identifier, model, groups } = draft.value
  const me = useMe()
  const choosesGroup = me?.role === 'standard' && me.groupIds.length > 1
  const creating = useMutation({
    mutationFn: () =>
      rastro.post('/api/devices', {
        body: {
          name: name.trim(),
          identifier: identifier.trim() || null,
          model: model.trim() || null,
          protocol: kind?.protocol ?? null,
          ...(groups.length > 0 && { groups }),
        },
      }),
    onSuccess({ device }) {
      draft.saved()
      inBackground(queries.invalidateQueries({ queryKey: ['devices', 'list'] }))
      inBackground(queries.invalidateQueries({ queryKey: accountKey }))
      onReady(device.id)
    },
  })
  const faults = faultsOf(creating.error)
  const kindOfIdentifier = kind?.identifier ?? 'imei'
  const hint = kindOfIdentifier === 'imei' ? hintOf(identifier) : 'empty'
  function create(event: FormEvent): void {
    event.preventDefault()
    creating.mutate()
  }
  return (
    <Stack>
      {kind?.transport.startsWith('ingestKey') && <IngestKey kind={kind} identifier={identifier} />}
      <form onSubmit={create}>
        <Stack>
          <LicensesLeft />
          <TextInput
            label={t('devices:name')}
            description={t('nameHint')}
            required
            maxLength={200}
            value={name}
            error={faults.name}
            onChange={({ currentTarget }) => draft.change({ name: currentTarget.value })}
          />
          <TextInput
            label={t(`identifiers.${kindOfIdentifier}.label`)}
            description={t(`identifiers.${kindOfIdentifier}.hint`)}
            required
            maxLength={64}
            value={identifier}
            error={faults.identifier}
            onChange={({ currentTarget }) => draft.change({ identifier: currentTarget.value })}
          />
          {hint !== 'empty' && (
            <Text size="sm" role="status" c={hint === 'good' ? 'dimmed' : 'var(--mantine-color-text)'}>
              {t(`imei.${hint}`)}
            </Text>
          )}
          <Group>
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() =>
                draft.change({ identifier: kindOfIdentifier === 'phone' ? randomName() : randomImei() })
              }
            >
              {kindOfIdentifier === 'phone' ? t('randomIdentifier') : t('noTracker')}
            </Button>
          </Group>
          {kind?.family === 'cellular' && (
            <TextInput
              label={`${t('devices:model')} (${t('ui:optional')})`}
              description={t('devices:modelHint')}
              maxLength={100}
              value={model}
              error={faults.model}
              onChange={({ currentTarget }) => draft.change({ model: currentTarget.value })}
            />
          )}
          {choosesGroup && (
            <GroupsInput
              isNew
              value={groups}
              onChange={(next) => draft.change({ groups: next })}
              error={faults.groups}
            />
          )}
          {creating.error && Object.keys(faults).length === 0 && <Refusal error={creating.error} />}
          <Button type="submit" loading={creating.isPending}>
            {t('create')}
          </Button>
        </Stack>
      </form>
    </Stack>
  )
}

/** With this protocol the identifier is the only secret, so it must be hard to guess. */
function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  return Array.from(bytes, (byte) => byte.toString(36).padStart(2, '0')).join('')
}

function LicensesLeft() {
  const { t } = useTranslation('connect')
  const format = useFormat()
  const account = useAccount()
  if (!account?.licenses) return null
  const { free, total } = account.licenses
  return (
    <Text size="sm" c={free === 0 ? 'var(--mantine-color-error)' : 'dimmed'}>
      {t('licenseNeeded')}{' '}
      {t('devices:licensesFree', { count: free, free: format.number(free), total: format.number(total) })}
    </Text>
  )
}
