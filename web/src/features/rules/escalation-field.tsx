// Who is notified next while nobody acknowledges an alert of the rule.

import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'

interface EscalationFieldProps {
  escalation: string
  fault: string | undefined
  onChange(escalation: string): void
}

export function EscalationField({ escalation, fault, onChange }: EscalationFieldProps) {
  const { t } = useTranslation('rules')
  const policies =
    useQuery({
      queryKey: ['escalationPolicies'],
      queryFn: async () =>
        (await rastro.get('/api/escalationPolicies', { query: { limit: 1_000 } })).escalationPolicies,
    }).data ?? []
  return (
    <Select
      mt="sm"
      label={t('escalation.label')}
      description={t('escalation.hint')}
      allowDeselect={false}
      error={fault}
      data={[
        { value: 'default', label: t('escalation.default') },
        { value: 'none', label: t('escalation.none') },
        ...policies.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={escalation}
      onChange={(chosen) => onChange(chosen ?? 'default')}
    />
  )
}
