// Who of the account needs a second factor.

import { Button, Group, Loader, Radio, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withRecentSignIn } from '../../session/recent-sign-in.ts'
import { rastro } from '../../session/session.ts'
import { Failure } from '../../ui/failure.tsx'
import { Section } from '../../ui/section.tsx'

const policies = ['off', 'administrators', 'all'] as const
type Policy = (typeof policies)[number]
const policyKey = ['sign-in-policy']

export function SignInPolicy() {
  const { t } = useTranslation('second-factor')
  const queries = useQueryClient()
  const { data, error, isPending } = useQuery({
    queryKey: policyKey,
    queryFn: () => rastro.get('/api/account/signIn'),
  })
  const [chosen, setChosen] = useState<Policy>()
  const saving = useMutation({
    mutationFn: (secondFactor: Policy) =>
      withRecentSignIn(() => rastro.put('/api/account/signIn', { body: { secondFactor } })),
    async onSuccess() {
      notifications.show({ message: t('policy.saved') })
      setChosen(undefined)
      await queries.invalidateQueries({ queryKey: policyKey })
    },
  })
  const current = chosen ?? data?.secondFactor
  return (
    <Section title={t('policy.title')} description={t('policy.hint')}>
      {error && <Failure error={error} />}
      {isPending && <Loader aria-label={t('ui:loading')} />}
      {data && current && (
        <Stack>
          <Radio.Group
            label={t('policy.who')}
            value={current}
            onChange={(value) => setChosen(value as Policy)}
          >
            <Stack gap="xs" mt="xs">
              {policies.map((one) => (
                <Radio
                  key={one}
                  value={one}
                  label={t(`policy.${one}`)}
                  disabled={policies.indexOf(one) < policies.indexOf(data.minimum)}
                />
              ))}
            </Stack>
          </Radio.Group>
          {saving.error && <Failure error={saving.error} />}
          <Group>
            <Button
              variant="default"
              loading={saving.isPending}
              disabled={chosen === undefined || chosen === data.secondFactor}
              onClick={() => saving.mutate(current)}
            >
              {t('policy.save')}
            </Button>
          </Group>
        </Stack>
      )}
    </Section>
  )
}
