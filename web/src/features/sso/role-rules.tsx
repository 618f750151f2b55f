// What users get by the values of the claim, one rule per value.

import { Button, Fieldset, Group, MultiSelect, Select, Stack, TextInput } from '@mantine/core'
import type { User } from '@rastro/client'
import { privileges } from '@rastro/client/constants'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'

export interface RoleRule {
  value: string
  role: 'administrator' | 'standard'
  privileges: User['privileges']
  groupIds: string[]
}

const maxGroups = 1_000
const offered = privileges.filter((one) => one !== 'webhooks.manage')

export function RoleRules({ rules, onChange }: { rules: RoleRule[]; onChange: (rules: RoleRule[]) => void }) {
  const { t } = useTranslation('sso')
  const groups = useQuery({
    queryKey: ['groups', 'sso'],
    queryFn: async () => (await rastro.get('/api/groups', { query: { limit: maxGroups } })).groups,
  })
  const set = (index: number, fields: Partial<RoleRule>) =>
    onChange(rules.map((rule, at) => (at === index ? { ...rule, ...fields } : rule)))
  return (
    <Stack>
      {rules.map((rule, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rules have no identity of their own.
        <Fieldset key={index} legend={t('rules.legend', { number: index + 1 })}>
          <Stack gap="sm">
            <TextInput
              label={t('rules.value')}
              description={t('rules.valueHint')}
              required
              withAsterisk={false}
              value={rule.value}
              onChange={(event) => set(index, { value: event.currentTarget.value })}
            />
            <Select
              label={t('rules.role')}
              data={(['standard', 'administrator'] as const).map((value) => ({
                value,
                label: t(`roles.${value}`),
              }))}
              value={rule.role}
              allowDeselect={false}
              onChange={(value) =>
                set(index, {
                  role: value as RoleRule['role'],
                  ...(value !== 'standard' && { privileges: [], groupIds: [] }),
                })
              }
            />
            {rule.role === 'standard' && (
              <>
                <MultiSelect
                  label={t('rules.groups')}
                  description={t('rules.groupsHint')}
                  data={(groups.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
                  value={rule.groupIds}
                  onChange={(groupIds) => set(index, { groupIds })}
                />
                <MultiSelect
                  label={t('rules.privileges')}
                  data={offered.map((value) => ({
                    value,
                    label: t(`users:privileges.${value.replace('.', '_')}`),
                  }))}
                  value={rule.privileges}
                  onChange={(chosen) => set(index, { privileges: chosen as RoleRule['privileges'] })}
                />
              </>
            )}
            <Group>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={t('rules.removeOne', { number: index + 1 })}
                onClick={() => onChange(rules.filter((_, at) => at !== index))}
              >
                {t('rules.remove')}
              </Button>
            </Group>
          </Stack>
        </Fieldset>
      ))}
      <div>
        <Button
          variant="default"
          onClick={() => onChange([...rules, { value: '', role: 'standard', privileges: [], groupIds: [] }])}
        >
          {t('rules.add')}
        </Button>
      </div>
    </Stack>
  )
}
