import { Alert, Button, Group, NumberInput, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { useMay } from '../../session/use-me.ts'
import { useFormat } from '../../ui/use-format.ts'
import { protocolNames } from './connect/kinds.ts'
import type { DeviceRecord } from './device-record.ts'
import styles from './devices.module.css'
import { EditConflict } from './edit-conflict.tsx'
import { GroupsInput } from './groups-input.tsx'
import { TagsInput } from './tags-input.tsx'
import { useEditing } from './use-editing.ts'

function valuesOf({ device }: DeviceRecord) {
  return {
    name: device.name,
    description: device.description ?? '',
    identifier: device.identifier ?? '',
    phoneNumber: device.phoneNumber ?? '',
    model: device.model ?? '',
    protocol: device.protocol,
    reportsEverySeconds: device.reportsEverySeconds ?? ('' as number | string),
    tags: Object.entries(device.tags).map(([name, value]) => ({ name, value })),
    groups: device.groups,
  }
}

type Values = ReturnType<typeof valuesOf>

function toBody(values: Values) {
  const text = (value: string) => value.trim() || null
  return {
    name: values.name.trim(),
    description: text(values.description),
    identifier: text(values.identifier),
    phoneNumber: text(values.phoneNumber),
    model: text(values.model),
    protocol: values.protocol,
    reportsEverySeconds: values.reportsEverySeconds === '' ? null : Number(values.reportsEverySeconds),
    tags: Object.fromEntries(
      values.tags.flatMap(({ name, value }) => (name.trim() ? [[name.trim(), value]] : [])),
    ),
    groups: values.groups,
  }
}

/** The name of the device, and how its tracker is identified. */
export function DetailsTab({ record }: { record: DeviceRecord }) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const mayEdit = useMay()('devices.edit')
  const { device } = record
  const path = { deviceId: device.id }
  const { form, isDirty, isSaving, isOutdated, reload, submit } = useEditing<Values>({
    record,
    valuesOf,
    save: (values, headers) => rastro.put('/api/devices/{deviceId}', { path, headers, body: toBody(values) }),
  })
  const isRenumbered = device.identifier !== null && form.values.identifier.trim() !== device.identifier
  return (
    <form onSubmit={submit}>
      <fieldset disabled={!mayEdit} className={styles.fieldset}>
        <Stack>
          {isOutdated && isDirty && <EditConflict onReload={reload} />}
          <div className={styles.fields}>
            <TextInput label={t('name')} required {...form.getInputProps('name')} />
            <TextInput label={t('model')} description={t('modelHint')} {...form.getInputProps('model')} />
            <TextInput
              label={t('identifier')}
              description={t('identifierHint')}
              inputMode="numeric"
              {...form.getInputProps('identifier')}
            />
            <TextInput
              label={t('phoneNumber')}
              description={t('phoneNumberHint')}
              inputMode="tel"
              {...form.getInputProps('phoneNumber')}
            />
            <Select
              label={t('protocol')}
              description={t('protocolHint')}
              placeholder={t('protocolAny')}
              clearable
              searchable
              data={protocolNames}
              {...form.getInputProps('protocol')}
            />
            <NumberInput
              label={t('reportsEvery')}
              description={t('reportsEveryHint')}
              placeholder={t('notSet')}
              min={10}
              max={2_592_000}
              allowDecimal={false}
              {...form.getInputProps('reportsEverySeconds')}
            />
          </div>
          {isRenumbered && (
            <Alert color="yellow" role="status" icon={<IconAlertTriangle size={18} />}>
              {t('identifierWarning', { before: device.identifier })}
            </Alert>
          )}
          <Textarea
            label={t('description')}
            autosize
            minRows={2}
            maxRows={8}
            {...form.getInputProps('description')}
          />
          <GroupsInput {...form.getInputProps('groups')} />
          <TagsInput tags={form.values.tags} onChange={(tags) => form.setFieldValue('tags', tags)} />
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
