// Transfers ownership to an administrator. The former owner cannot undo it.

import { Button, Group, List, Select, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { User } from '@rastro/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withRecentSignIn } from '../../session/recent-sign-in.ts'
import { rastro } from '../../session/session.ts'
import { DangerDialog } from '../../ui/danger-dialog.tsx'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { Section } from '../../ui/section.tsx'

/** The server accepts only these users as new owner. */
async function listCandidates(): Promise<User[]> {
  const candidates: User[] = []
  for await (const { users } of rastro.pages('/api/users')) {
    candidates.push(...users.filter((user) => isFit(user)))
  }
  return candidates
}

function isFit({ role, disabled, expiresAt, from }: User): boolean {
  return role === 'administrator' && !disabled && !expiresAt && !from
}

export function TransferOwnership() {
  const { t } = useTranslation('accounts')
  const queries = useQueryClient()
  const candidates = useQuery({ queryKey: ['users', 'heirs'], queryFn: listCandidates })
  const [candidateId, setCandidateId] = useState<string | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const candidate = candidates.data?.find(({ id }) => id === candidateId)

  async function transferOwnership(userId: string): Promise<void> {
    await withRecentSignIn(() => rastro.post('/api/users/{userId}/transferOwnership', { path: { userId } }))
    notifications.show({ message: t('transferOwnership.done') })
    await Promise.all(['me', 'users'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
  }

  return (
    <Section title={t('transferOwnership.title')} description={t('transferOwnership.hint')}>
      {candidates.error && (
        <Failure
          error={candidates.error}
          onRetry={() => {
            inBackground(candidates.refetch())
          }}
        />
      )}
      {candidates.data?.length === 0 && <Text size="sm">{t('transferOwnership.noCandidate')}</Text>}
      {candidates.data && candidates.data.length > 0 && (
        <Group align="flex-end">
          <Select
            label={t('transferOwnership.to')}
            data={candidates.data.map(({ id, name, userName }) => ({
              value: id,
              label: `${name} (${userName})`,
            }))}
            value={candidateId}
            onChange={setCandidateId}
            searchable
            style={{ flex: 1 }}
          />
          <Button color="red" variant="outline" disabled={!candidate} onClick={() => setIsAsking(true)}>
            {t('transferOwnership.action')}
          </Button>
        </Group>
      )}
      {isAsking && candidate && (
        <DangerDialog
          title={t('transferOwnership.ask', { name: candidate.name })}
          action={t('transferOwnership.confirm')}
          word={candidate.userName}
          onConfirm={() => transferOwnership(candidate.id)}
          onClose={() => setIsAsking(false)}
        >
          <List size="sm" spacing={4}>
            <List.Item>{t('transferOwnership.newOwner', { name: candidate.name })}</List.Item>
            <List.Item>{t('transferOwnership.you')}</List.Item>
            <List.Item>
              <strong>{t('transferOwnership.back', { name: candidate.name })}</strong>
            </List.Item>
          </List>
        </DangerDialog>
      )}
    </Section>
  )
}
