// The trip settings of the account, a group or a device: what is in force and where it comes from, what is set here, a
// dry run of changes, and their application to the past.

import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Failure } from '../failure.tsx'
import { inBackground } from '../in-background.ts'
import type { SettingsSubject } from './trip.types.ts'
import { readSettings } from './trip-api.ts'
import { TripSettingsForm } from './trip-settings-form.tsx'

const settingsKey = (subject: SettingsSubject) => [
  'trip settings',
  subject.level,
  'id' in subject ? subject.id : '',
]

export function TripSettings({ subject, mayChange }: { subject: SettingsSubject; mayChange: boolean }) {
  const { t } = useTranslation('trips')
  const { data, error, refetch } = useQuery({
    queryKey: settingsKey(subject),
    queryFn: () => readSettings(subject),
    refetchOnWindowFocus: false,
  })
  if (data) {
    return <TripSettingsForm key={data.tag} subject={subject} read={data} mayChange={mayChange} />
  }
  if (!error) return <Loader aria-label={t('ui:loading')} />
  return (
    <Failure
      error={error}
      onRetry={() => {
        inBackground(refetch())
      }}
    />
  )
}
