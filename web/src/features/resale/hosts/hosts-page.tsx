// The hosts of a reseller: the records for DNS, their state, and which one links have.

import { Button, Group, Loader, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPlus, IconWorld } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../../session/session.ts'
import { Empty } from '../../../ui/empty.tsx'
import { Failure, sentenceOf } from '../../../ui/failure.tsx'
import { inBackground } from '../../../ui/in-background.ts'
import { AnchorLink } from '../../../ui/links.tsx'
import { Page } from '../../../ui/page.tsx'
import { ForResale } from '../for-resale.tsx'
import { HostCard } from './host-card.tsx'
import { useHosts, useHostsChanged } from './use-hosts.ts'

export function HostsPage() {
  const { t } = useTranslation('resale')
  return (
    <ForResale title={t('hosts.title')}>
      <Hosts />
    </ForResale>
  )
}

function Hosts() {
  const { t } = useTranslation('resale')
  const { data: hosts, error, refetch, isPending } = useHosts()
  return (
    <Page title={t('hosts.title')} subtitle={<AnchorLink to="/console">{t('title')}</AnchorLink>}>
      <NewHost />
      {error && !hosts && (
        <Failure
          error={error}
          onRetry={() => {
            inBackground(refetch())
          }}
        />
      )}
      {isPending && <Loader aria-label={t('ui:loading')} />}
      {hosts?.length === 0 && (
        <Empty
          icon={<IconWorld size={32} stroke={1.3} />}
          title={t('hosts.none')}
          description={t('hosts.noneHint')}
        />
      )}
      <Stack>
        {hosts?.map((host) => (
          <HostCard key={host.host} host={host} />
        ))}
      </Stack>
    </Page>
  )
}

function NewHost() {
  const { t } = useTranslation('resale')
  const changed = useHostsChanged()
  const [name, setName] = useState('')
  const adding = useMutation({
    mutationFn: () => rastro.post('/api/resale/hosts', { body: { host: name.trim() } }),
    onSuccess: async () => {
      setName('')
      await changed()
    },
    onError: (error) => notifications.show({ color: 'red', role: 'alert', message: sentenceOf(error, t) }),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') adding.mutate()
      }}
    >
      <Group align="flex-end">
        <TextInput
          label={t('hosts.name')}
          description={t('hosts.hint')}
          placeholder={t('hosts.placeholder')}
          value={name}
          maxLength={253}
          autoCapitalize="none"
          spellCheck={false}
          flex={1}
          maw={420}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" leftSection={<IconPlus size={16} />} loading={adding.isPending}>
          {t('hosts.add')}
        </Button>
      </Group>
    </form>
  )
}
