// Escalation policies: who is notified next while nobody acknowledges an alert.

import { Badge, Button, Group, Loader, Paper, Stack, Text, Title } from '@mantine/core'
import type { EscalationPolicy } from '@rastro/client'
import { IconPlus, IconStairsUp } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { useMay } from '../../session/use-me.ts'
import { DangerDialog } from '../../ui/danger-dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { Page } from '../../ui/page.tsx'
import { policiesKey, usePeople, usePolicies, useSchedules } from './escalation-api.ts'
import { PolicyDialog } from './policy-dialog.tsx'

export function EscalationPage() {
  const { t } = useTranslation('escalation')
  const mayManage = useMay()('alerts.manage')
  const policies = usePolicies()
  const [editing, setEditing] = useState<EscalationPolicy | 'new'>()
  const create = mayManage && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setEditing('new')}>
      {t('create')}
    </Button>
  )
  return (
    <Page title={t('title')} subtitle={t('hint')} actions={create}>
      {policies.error && <Failure error={policies.error} onRetry={() => inBackground(policies.refetch())} />}
      {policies.isPending && <Loader aria-label={t('ui:loading')} />}
      {policies.data?.length === 0 && (
        <Empty
          icon={<IconStairsUp size={32} stroke={1.3} />}
          title={t('empty')}
          description={t('emptyHint')}
        />
      )}
      {policies.data?.map((policy) => (
        <PolicyCard key={policy.id} policy={policy} mayManage={mayManage} onEdit={() => setEditing(policy)} />
      ))}
      {editing && (
        <PolicyDialog {...(editing !== 'new' && { policy: editing })} onClose={() => setEditing(undefined)} />
      )}
    </Page>
  )
}

interface PolicyCardProps {
  policy: EscalationPolicy
  mayManage: boolean
  onEdit(): void
}

function PolicyCard({ policy, mayManage, onEdit }: PolicyCardProps) {
  const { t } = useTranslation('escalation')
  const queries = useQueryClient()
  const { nameOf } = usePeople()
  const schedules = useSchedules().data ?? []
  const [isDeleting, setIsDeleting] = useState(false)
  return (
    <Paper withBorder p="md" radius="md" component="section" aria-label={policy.name}>
      <Group justify="space-between" align="flex-start" mb="xs">
        <Group gap="xs">
          <Title order={2} size="h4">
            {policy.name}
          </Title>
          {policy.defaultFor.map((severity) => (
            <Badge key={severity} variant="default">
              {t('defaultOf', { severity: t(`alerts:severity.${severity}`) })}
            </Badge>
          ))}
        </Group>
        {mayManage && (
          <Group gap="xs">
            <Button size="compact-sm" variant="default" onClick={onEdit}>
              {t('edit')}
            </Button>
            <Button size="compact-sm" variant="subtle" color="red" onClick={() => setIsDeleting(true)}>
              {t('delete')}
            </Button>
          </Group>
        )}
      </Group>
      <Stack component="ol" gap={4} m={0} ps="lg">
        {policy.steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no identity but their place
          <Text component="li" size="sm" key={index}>
            {t(step.afterMinutes === 0 ? 'stepAtOnce' : 'step', {
              count: step.afterMinutes,
              names: [
                ...step.contacts.map(nameOf),
                ...(step.onCall
                  ? [t('onCallOf', { name: schedules.find(({ id }) => id === step.onCall)?.name ?? '…' })]
                  : []),
              ].join(', '),
            })}
            {step.repeat > 0 && ` ${t('repeats', { count: step.repeat, minutes: step.repeatMinutes })}`}
          </Text>
        ))}
      </Stack>
      {isDeleting && (
        <DangerDialog
          title={t('deleteTitle', { name: policy.name })}
          action={t('delete')}
          word={policy.name}
          onConfirm={async () => {
            await rastro.delete('/api/escalationPolicies/{policyId}', { path: { policyId: policy.id } })
            await queries.invalidateQueries({ queryKey: policiesKey })
          }}
          onClose={() => setIsDeleting(false)}
        >
          {t('deleteHint')}
        </DangerDialog>
      )}
    </Paper>
  )
}
