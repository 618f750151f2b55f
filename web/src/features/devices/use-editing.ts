// A form for a device: follows the newest version unless it has unsaved input; then it reports that a newer one
// exists.

import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeptDraft } from '../../ui/draft.ts'
import { sentenceOf } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import type { DeviceRecord } from './device-record.ts'
import { faultsOf, isStale, refetchRecord } from './device-record.ts'

export interface Editing<V extends Record<string, unknown>> {
  /** Names the form among those of the device. */
  form: string
  record: DeviceRecord
  valuesOf(record: DeviceRecord): V
  save(values: V, headers: { 'if-match': string }): Promise<unknown>
}

export function useEditing<V extends Record<string, unknown>>({
  form: name,
  record,
  valuesOf,
  save,
}: Editing<V>) {
  const { t } = useTranslation('devices')
  const queries = useQueryClient()
  const [tag, setTag] = useState(record.tag)
  const form = useForm<V>({ initialValues: valuesOf(record) })
  const isDirty = form.isDirty()
  const draft = useKeptDraft<V>({
    form: `device:${record.device.id}:${name}`,
    value: form.values,
    initial: form.getInitialValues(),
    restore: form.setValues,
  })

  function adopt(newest: DeviceRecord): void {
    const values = valuesOf(newest)
    form.setInitialValues(values)
    form.setValues(values)
    form.resetDirty(values)
    form.clearErrors()
    setTag(newest.tag)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new version or the end of editing resets it.
  useEffect(() => {
    if (record.tag !== tag && !isDirty) adopt(record)
  }, [record.tag, tag, isDirty])

  const saving = useMutation({
    mutationFn: (values: V) => save(values, { 'if-match': tag }),
    async onSuccess() {
      draft.saved()
      adopt(await refetchRecord(queries, record.device.id))
      notifications.show({ color: 'green', message: t('ui:saved') })
    },
    onError(error) {
      form.setErrors(faultsOf(error))
      if (isStale(error)) inBackground(refetchRecord(queries, record.device.id))
      else notifications.show({ color: 'red', message: sentenceOf(error, t), role: 'alert' })
    },
  })

  return {
    form,
    draft,
    isDirty,
    isSaving: saving.isPending,
    isOutdated: record.tag !== tag,
    reload: () => adopt(record),
    submit: form.onSubmit((values) => saving.mutate(values)),
  }
}
