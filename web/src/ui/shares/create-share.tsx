import { Checkbox, Group, SegmentedControl, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import type { Share } from '@rastro/client'
import { shareFields } from '@rastro/client/constants'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { DevicePicker } from '../device-picker.tsx'
import { useDraft } from '../draft.ts'
import { faultAt } from '../faults.ts'
import { FormDialog } from '../form-dialog.tsx'
import { MomentInput } from '../moment-input.tsx'
import { newShare, sharesKey, toBody } from './new-share.ts'
import { ShareExpiry } from './share-expiry.tsx'

export interface CreateShareProps {
  devices: string[]
  /** A suggestion for its name. */
  name?: string
  onMade: (shareId: string) => void
  onClose: () => void
}

export function CreateShare({ devices, name = '', onMade, onClose }: CreateShareProps) {
  const { t } = useTranslation('shares')
  const queries = useQueryClient()
  const draft = useDraft(`share:new:${devices.join(',')}`, () => newShare(devices, Date.now(), name))
  const { value: wanted, change } = draft
  const creating = useMutation({
    mutationFn: () => rastro.post('/api/shares', { body: toBody(wanted) }),
    onSuccess: async ({ id }) => {
      draft.saved()
      onMade(id)
      onClose()
      await queries.invalidateQueries({ queryKey: sharesKey })
    },
  })
  const { error } = creating
  const isWhole = wanted.name.trim() !== '' && wanted.devices.length > 0
  return (
    <FormDialog
      title={t('create')}
      action={t('make')}
      sending={creating}
      isWhole={isWhole}
      fieldsWithFault={['name', 'devices.0', 'from', 'to', 'expiresAt']}
      size="lg"
      draft={draft}
      onClose={onClose}
    >
      <TextInput
        label={t('name')}
        description={t('nameHint')}
        required
        withAsterisk={false}
        maxLength={200}
        data-autofocus
        value={wanted.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={faultAt(error, 'name')}
      />
      <DevicePicker
        label={t('columns.devices')}
        placeholder={wanted.devices.length === 0 ? t('devicesExample') : ''}
        maxValues={100}
        value={wanted.devices}
        onChange={(chosen) => change({ devices: chosen })}
        error={faultAt(error, 'devices.0')}
      />
      <Stack gap={4}>
        <SegmentedControl
          aria-label={t('columns.shows')}
          value={wanted.type}
          onChange={(type) => change({ type: type as Share['type'] })}
          data={[
            { value: 'live', label: t('kinds.live') },
            { value: 'historic', label: t('kinds.historic') },
          ]}
        />
        <Text size="xs" c="dimmed">
          {t(`kindHint.${wanted.type}`)}
        </Text>
      </Stack>
      {wanted.type === 'historic' && (
        <Group grow align="flex-start">
          <MomentInput
            label={t('from')}
            required
            withAsterisk={false}
            value={wanted.from}
            onChange={(from) => change({ from })}
            error={faultAt(error, 'from')}
          />
          <MomentInput
            label={t('to')}
            required
            withAsterisk={false}
            value={wanted.to}
            onChange={(to) => change({ to })}
            error={faultAt(error, 'to')}
          />
        </Group>
      )}
      <ShareExpiry
        value={wanted.expiresAt}
        onChange={(expiresAt) => change({ expiresAt })}
        error={faultAt(error, 'expiresAt')}
      />
      <Checkbox.Group
        label={t('fieldsLabel')}
        description={t('fieldsHint')}
        value={wanted.fields}
        onChange={(fields) => change({ fields: fields as Share['fields'] })}
      >
        <SimpleGrid cols={2} spacing="xs" verticalSpacing="xs" mt="xs">
          {shareFields.map((field) => (
            <Checkbox key={field} value={field} label={t(`fields.${field}`)} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <Switch
        label={t('showNames')}
        checked={wanted.showNames}
        onChange={(event) => change({ showNames: event.currentTarget.checked })}
      />
    </FormDialog>
  )
}
