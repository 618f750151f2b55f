// The domains of the account, each with the TXT record that proves it.

import { Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withRecentSignIn } from '../../session/recent-sign-in.ts'
import { rastro } from '../../session/session.ts'
import { CodeLine } from '../../ui/code-line.tsx'
import { sentenceOf } from '../../ui/failure.tsx'

interface Domain {
  domain: string
  verifiedAt: string | null
  fault: string | null
  record: { name: string; value: string }
}

export function SsoDomains({ domains }: { domains: Domain[] }) {
  const { t } = useTranslation('sso')
  const queries = useQueryClient()
  const [domain, setDomain] = useState('')
  const options = {
    onError: (error: Error) => notifications.show({ color: 'red', message: sentenceOf(error, t) }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['sso'] }),
  }
  const adding = useMutation({
    mutationFn: () => withRecentSignIn(() => rastro.post('/api/account/sso/domains', { body: { domain } })),
    onSuccess: () => setDomain(''),
    ...options,
  })
  const checking = useMutation({
    mutationFn: (one: string) =>
      rastro.post('/api/account/sso/domains/{domain}/check', { path: { domain: one } }),
    ...options,
  })
  const removing = useMutation({
    mutationFn: (one: string) =>
      withRecentSignIn(() => rastro.delete('/api/account/sso/domains/{domain}', { path: { domain: one } })),
    ...options,
  })
  return (
    <Stack>
      {domains.map(({ domain: name, verifiedAt, fault, record }) => (
        <Stack key={name} gap="xs">
          <Group gap="sm">
            <Text fw={600}>{name}</Text>
            <Badge variant="light" color={verifiedAt ? 'green' : 'gray'}>
              {t(verifiedAt ? 'domains.proven' : 'domains.pending')}
            </Badge>
          </Group>
          {!verifiedAt && (
            <>
              <CodeLine
                description={t('domains.record', { name: record.name })}
                code={record.value}
                copyLabel={t('domains.copy')}
              />
              {fault && (
                <Text size="sm" c="var(--mantine-color-error)" role="alert">
                  {t(`domains.faults.${fault}`)}
                </Text>
              )}
            </>
          )}
          <Group gap="sm">
            {!verifiedAt && (
              <Button size="compact-sm" loading={checking.isPending} onClick={() => checking.mutate(name)}>
                {t('domains.check')}
              </Button>
            )}
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('domains.removeOne', { domain: name })}
              onClick={() => removing.mutate(name)}
            >
              {t('domains.remove')}
            </Button>
          </Group>
        </Stack>
      ))}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          adding.mutate()
        }}
      >
        <Group align="end">
          <TextInput
            label={t('domains.new')}
            value={domain}
            onChange={(event) => setDomain(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={adding.isPending} disabled={domain.trim() === ''}>
            {t('domains.add')}
          </Button>
        </Group>
      </form>
    </Stack>
  )
}
