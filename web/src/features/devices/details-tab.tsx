import { Button, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { vehicleTypes } from '@rastro/client/constants'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { useMay } from '../../session/use-me.ts'
import { DraftGuard } from '../../ui/draft-guard.tsx'
import { useFormat } from '../../ui/use-format.ts'
import type { DetailsForm, Values } from './details-values.ts'
import { toBody, valuesOf } from './details-values.ts'
import type { DeviceRecord } from './device-record.ts'
import styles from './devices.module.css'
import { EditConflict } from './edit-conflict.tsx'
import { GroupsInput } from './groups-input.tsx'
import { PhotoInput } from './photo/photo-input.tsx'
import { TagsInput } from './tags-input.tsx'
import { TrackerFields } from './tracker-fields.tsx'
import { useEditing } from './use-editing.ts'

/** The vehicle and its driver, then the tracker. */
export function DetailsTab({ record }: { record: DeviceRecord }) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const mayEdit = useMay()('devices.edit')
  const { device } = record
  const path = { deviceId: device.id }
  const { form, draft, isDirty, isSaving, isOutdated, reload, submit } = useEditing<Values>({
    form: 'details',
    record,
    valuesOf,
    save: (values, headers) => rastro.put('/api/devices/{deviceId}', { path, headers, body: toBody(values) }),
  })
  return (
    <form onSubmit={submit}>
      <fieldset disabled={!mayEdit} className={styles.fieldset}>
        <Stack>
          <DraftGuard draft={draft} />
          {isOutdated && isDirty && <EditConflict onReload={reload} />}
          <VehicleFields form={form} />
          {mayEdit && <PhotoInput device={device} />}
          <Textarea
            label={t('description')}
            autosize
            minRows={2}
            maxRows={8}
            {...form.getInputProps('description')}
          />
          <GroupsInput {...form.getInputProps('groups')} />
          <TagsInput tags={form.values.tags} onChange={(tags) => form.setFieldValue('tags', tags)} />
          {mayEdit && <TrackerFields device={device} form={form} />}
          <Group justify="space-between">
            <Text size="xs" c="dimmed">
              {t('made', {
                created: format.dateTime(device.createdAt),
                modified: format.dateTime(device.modifiedAt),
              })}
            </Text>
            {mayEdit && (
              <Button type="submit" loading={isSaving} disabled={!isDirty}>
                {t('ui:save')}
              </Button>
            )}
          </Group>
        </Stack>
      </fieldset>
    </form>
  )
}

function VehicleFields({ form }: { form: DetailsForm }) {
  const { t } = useTranslation('devices')
  return (
    <div className={styles.fields}>
      <TextInput label={t('name')} required {...form.getInputProps('name')} />
      <Select
        label={t('vehicle.type')}
        placeholder={t('notSet')}
        clearable
        data={vehicleTypes.map((value) => ({ value, label: t(`vehicle.types.${value}`) }))}
        {...form.getInputProps('vehicleType')}
      />
      <TextInput label={t('columns.licensePlate')} maxLength={32} {...form.getInputProps('licensePlate')} />
      <TextInput label={t('columns.driver')} maxLength={200} {...form.getInputProps('driverName')} />
      <TextInput
        label={t('vehicle.driverPhone')}
        type="tel"
        autoComplete="off"
        maxLength={32}
        {...form.getInputProps('driverPhone')}
      />
    </div>
  )
}
