import { Group, Select, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { faultAt } from '../../ui/faults.ts'
import { Section } from '../../ui/section.tsx'
import { TimeZoneSelect } from '../../ui/time-zone-select.tsx'
import type { FormPart } from './form-part.ts'

const maxShown = 80

export function PersonPart({ draft, change, error, isLocked, isNew }: FormPart & { isNew: boolean }) {
  const { t, i18n } = useTranslation('users')
  const countries = useQuery({
    queryKey: ['countries', i18n.language],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const headers = { 'accept-language': i18n.language }
      return (await rastro.get('/api/users/countries', { headers })).countries
    },
  })
  const text = (field: 'name' | 'email' | 'userName' | 'description' | 'message') => ({
    label: t(`form.${field}`),
    readOnly: isLocked,
    value: draft[field],
    onChange: (event: { currentTarget: { value: string } }) => change({ [field]: event.currentTarget.value }),
    error: faultAt(error, field),
  })
  return (
    <Section title={t('person')} description={isNew ? t('personHint') : undefined}>
      <TextInput {...text('name')} required withAsterisk={false} maxLength={200} autoComplete="off" />
      <TextInput
        {...text('email')}
        type="email"
        required
        withAsterisk={false}
        maxLength={254}
        autoComplete="off"
      />
      <TextInput
        {...text('userName')}
        description={t('form.userNameHint')}
        placeholder={draft.email}
        maxLength={254}
        autoComplete="off"
      />
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <Select
          label={t('form.country')}
          searchable
          limit={maxShown}
          allowDeselect={false}
          disabled={isLocked}
          data={Object.entries(countries.data ?? {}).map(([value, label]) => ({ value, label }))}
          value={draft.country}
          onChange={(country) => country && change({ country })}
          nothingFoundMessage={t('form.noCountry')}
          error={faultAt(error, 'country')}
        />
        <TimeZoneSelect
          label={t('form.timeZone')}
          disabled={isLocked}
          value={draft.timeZone}
          onChange={(timeZone) => change({ timeZone })}
          error={faultAt(error, 'timeZone')}
        />
      </Group>
      <Textarea {...text('description')} maxLength={2_000} autosize minRows={1} />
      <Textarea
        {...text('message')}
        description={t('form.messageHint')}
        maxLength={2_000}
        autosize
        minRows={1}
      />
    </Section>
  )
}
