// One host: its state, its records, and what can be done with it.

import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ResellerHost } from '@rastro/client'
import { IconRefresh, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../../session/session.ts'
import { CodeLine } from '../../../ui/code-line.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { sentenceOf } from '../../../ui/failure.tsx'
import { Section } from '../../../ui/section.tsx'
import { useFormat } from '../../../ui/use-format.ts'
import { ProofState } from '../proof-state.tsx'
import { useHostsChanged } from './use-hosts.ts'

export function HostCard({ host }: { host: ResellerHost }) {
  const { t } = useTranslation('resale')
  const format = useFormat()
  const changed = useHostsChanged()
  const [isRemoving, setIsRemoving] = useState(false)
  const path = { host: host.host }
  const whenDone = {
    onSuccess: changed,
    onError: (error: Error) =>
      notifications.show({ color: 'red', role: 'alert', message: sentenceOf(error, t) }),
  }
  const checking = useMutation({
    mutationFn: () => rastro.post('/api/resale/hosts/{host}/check', { path }),
    ...whenDone,
  })
  const changing = useMutation({
    mutationFn: (settings: { isHome?: boolean; servesDocs?: boolean }) =>
      rastro.put('/api/resale/hosts/{host}', {
        path,
        body: { isHome: host.isHome, servesDocs: host.servesDocs, ...settings },
      }),
    ...whenDone,
  })
  const { proof, target } = host.records
  return (
    <Section title={host.host}>
      <Stack gap="sm" align="flex-start">
        <Group gap="xs">
          <ProofState state={host.state} label={t(`hosts.states.${host.state}`)} />
          {host.checkedAt && (
            <Text size="sm">{t('hosts.checked', { time: format.dateTime(host.checkedAt) })}</Text>
          )}
        </Group>
        {host.fault && <Text size="sm">{t(`hosts.faults.${host.fault}`)}</Text>}
        {host.failingSince && host.state === 'verified' && (
          <Text size="sm">{t('hosts.failing', { time: format.dateTime(host.failingSince) })}</Text>
        )}
        <CodeLine
          description={t('hosts.proof', { type: proof.type, name: proof.name })}
          code={proof.value}
          copyLabel={t('hosts.copy', { name: proof.name })}
        />
        <CodeLine
          description={t('hosts.target', { type: target.type, name: target.name })}
          code={target.value}
          copyLabel={t('hosts.copy', { name: target.name })}
        />
        {host.leadsHere === false && <Text size="sm">{t('hosts.leadsElsewhere')}</Text>}
        <Checkbox
          label={t('hosts.isHome')}
          checked={host.isHome}
          disabled={host.state !== 'verified' || changing.isPending}
          onChange={(event) => changing.mutate({ isHome: event.currentTarget.checked })}
        />
        <Checkbox
          label={t('hosts.servesDocs')}
          checked={host.servesDocs}
          disabled={changing.isPending}
          onChange={(event) => changing.mutate({ servesDocs: event.currentTarget.checked })}
        />
        <Group>
          <Button
            variant="default"
            aria-label={`${t('hosts.check')}: ${host.host}`}
            leftSection={<IconRefresh size={16} />}
            loading={checking.isPending}
            onClick={() => checking.mutate()}
          >
            {t('hosts.check')}
          </Button>
          <Button
            variant="subtle"
            color="red"
            aria-label={`${t('hosts.remove')}: ${host.host}`}
            leftSection={<IconTrash size={16} />}
            onClick={() => setIsRemoving(true)}
          >
            {t('hosts.remove')}
          </Button>
        </Group>
      </Stack>
      {isRemoving && (
        <ConfirmDialog
          title={t('hosts.remove')}
          action={t('hosts.remove')}
          onConfirm={async () => {
            await rastro.delete('/api/resale/hosts/{host}', { path })
            await changed()
          }}
          onClose={() => setIsRemoving(false)}
        >
          {t('hosts.removeHint', { host: host.host })}
        </ConfirmDialog>
      )}
    </Section>
  )
}
