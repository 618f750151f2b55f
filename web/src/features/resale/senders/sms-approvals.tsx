// For operators: the senders of SMS that resellers asked for.

import { Badge, Button, Group, Text } from '@mantine/core'
import type { ListedSmsSender } from '@rastro/client'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../../session/session.ts'
import { Failure } from '../../../ui/failure.tsx'
import { Section } from '../../../ui/section.tsx'
import { useSendersChanged, useSmsSenders } from './use-senders.ts'

export function SmsApprovals() {
  const { t } = useTranslation('senders')
  const senders = useSmsSenders() ?? []
  if (senders.length === 0) return null
  return (
    <Section title={t('approvals.title')} description={t('approvals.hint')}>
      {senders.map((sender) => (
        <Approval key={sender.resellerId} listed={sender} />
      ))}
    </Section>
  )
}

function Approval({ listed: { resellerId, resellerName, sender, state } }: { listed: ListedSmsSender }) {
  const { t } = useTranslation('senders')
  const changed = useSendersChanged()
  const request = { path: { resellerId }, body: { sender } }
  const approving = useMutation({
    mutationFn: () => rastro.post('/api/resale/smsSenders/{resellerId}/approve', request),
    onSettled: changed,
  })
  const refusing = useMutation({
    mutationFn: () => rastro.post('/api/resale/smsSenders/{resellerId}/refuse', request),
    onSettled: changed,
  })
  const error = approving.error ?? refusing.error
  const of = { sender, name: resellerName }
  return (
    <div>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {t('approvals.of', of)}
        </Text>
        <Badge variant="default" tt="none">
          {t(`sms.states.${state}`)}
        </Badge>
        {state !== 'approved' && (
          <Button
            size="compact-sm"
            aria-label={t('approvals.approveOf', of)}
            loading={approving.isPending}
            onClick={() => approving.mutate()}
          >
            {t('approvals.approve')}
          </Button>
        )}
        {state !== 'refused' && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('approvals.refuseOf', of)}
            loading={refusing.isPending}
            onClick={() => refusing.mutate()}
          >
            {t('approvals.refuse')}
          </Button>
        )}
      </Group>
      {error && <Failure error={error} />}
    </div>
  )
}
