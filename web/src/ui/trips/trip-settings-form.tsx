import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { TripSettings } from '@rastro/client'
import { tripProfiles } from '@rastro/client/constants'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Tagged } from '../../session/read-tagged.ts'
import { useDraft } from '../draft.ts'
import { DraftGuard } from '../draft-guard.tsx'
import { Failure } from '../failure.tsx'
import { faultAt, isElsewhere } from '../faults.ts'
import { inBackground } from '../in-background.ts'
import { Section } from '../section.tsx'
import { useFormat } from '../use-format.ts'
import { ApplySettings } from './apply-settings.tsx'
import type { SettingField } from './setting-fields.ts'
import { allFields, fieldsOf, groupNames, isSame, ownOf, withSetting, wrongIn } from './setting-fields.ts'
import { SettingInput } from './setting-input.tsx'
import { originText, valueText } from './setting-text.ts'
import { SettingsDryRun } from './settings-dry-run.tsx'
import type { OwnSettings, SettingsSubject } from './trip.types.ts'
import { saveSettings } from './trip-api.ts'
import styles from './trip-settings.module.css'
import { useGroupNames } from './use-group-names.ts'

interface TripSettingsFormProps {
  subject: SettingsSubject
  read: Tagged<TripSettings>
  mayChange: boolean
}

export function TripSettingsForm({ subject, read, mayChange }: TripSettingsFormProps) {
  const { t } = useTranslation('trips')
  const format = useFormat()
  const queries = useQueryClient()
  const { answer, tag } = read
  const id = 'id' in subject ? subject.id : 'account'
  const draft = useDraft<{ own: OwnSettings }>(mayChange ? `trip settings:${id}` : undefined, () => ({
    own: ownOf(answer),
  }))
  const { own } = draft.value
  const isChanged = !isSame(own, ownOf(answer))
  const isWhole = wrongIn(own).length === 0
  const namesOfGroups = useGroupNames(
    allFields.some(({ name }) => answer.effective[name].groupId !== undefined),
  )
  const saving = useMutation({
    mutationFn: () => saveSettings(subject, own, tag),
    onSuccess: async () => {
      draft.saved()
      notifications.show({ message: t('ui:saved') })
      // Settings of an account or a group are in force for others too.
      await queries.invalidateQueries({ queryKey: ['trip settings'] })
    },
    onError: () => inBackground(queries.invalidateQueries({ queryKey: ['trip settings'] })),
  })
  function save(event: FormEvent): void {
    event.preventDefault()
    saving.mutate()
  }
  const set = (field: SettingField, value: unknown) =>
    draft.change({ own: withSetting(own, field.name, value) })
  const inForce = (field: SettingField) => {
    const setting = answer.effective[field.name]
    const groupName = setting.groupId && namesOfGroups.get(setting.groupId)
    return t('settings.inForce', {
      value: valueText(field, setting.value, { t, format }),
      origin: originText(setting, subject, { t, groupName: groupName || undefined }),
    })
  }
  return (
    <Stack gap="lg">
      <form onSubmit={save} className={styles.form}>
        <fieldset disabled={!mayChange} className={styles.fieldset}>
          <Stack gap="lg">
            <DraftGuard draft={draft} />
            <Section title={t('settings.profile')} description={t('settings.profileHint')}>
              <Select
                aria-label={t('settings.profile')}
                placeholder={t('settings.noProfile')}
                clearable
                data={tripProfiles.map((value) => ({ value, label: t(`profiles.${value}`) }))}
                value={own.profile ?? null}
                onChange={(value) => {
                  const profile = tripProfiles.find((one) => one === value) ?? null
                  draft.change({ own: { ...own, profile } })
                }}
              />
              {answer.coarse && (
                <Text size="sm" c="dimmed">
                  {t('settings.coarse')}
                </Text>
              )}
            </Section>
            {groupNames.map((name) => (
              <Section
                key={name}
                title={t(`settings.groups.${name}.title`)}
                description={t(`settings.groups.${name}.hint`)}
              >
                <div className={styles.fields}>
                  {fieldsOf(name).map((field) => (
                    <SettingInput
                      key={field.name}
                      field={field}
                      value={own[field.name]}
                      description={inForce(field)}
                      placeholder={t('settings.inherited')}
                      error={faultAt(saving.error, field.name)}
                      onChange={(value) => set(field, value)}
                    />
                  ))}
                </div>
              </Section>
            ))}
            {isElsewhere(
              saving.error,
              allFields.map(({ name }) => name),
            ) && <Failure error={saving.error} />}
            {mayChange && (
              <Group>
                <Button type="submit" loading={saving.isPending} disabled={!isChanged || !isWhole}>
                  {t('ui:save')}
                </Button>
                <Text size="sm" c="dimmed">
                  {t('settings.fromNow')}
                </Text>
              </Group>
            )}
          </Stack>
        </fieldset>
      </form>
      {mayChange && <SettingsDryRun subject={subject} own={own} isWhole={isWhole} />}
      {mayChange && !isChanged && <ApplySettings subject={subject} />}
    </Stack>
  )
}
