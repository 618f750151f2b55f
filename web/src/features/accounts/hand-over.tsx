// The owner makes an administrator the owner. He cannot take it back by himself.

import { Button, Group, List, Select, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { User } from '@rastro/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withProof } from '../../session/proof.ts'
import { rastro } from '../../session/session.ts'
import { DangerDialog } from '../../ui/danger-dialog.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Section } from '../../ui/section.tsx'

/** The account can be handed to nobody else, says the server. */
async function listHeirs(): Promise<User[]> {
  const heirs: User[] = []
  for await (const { users } of rastro.pages('/api/users')) {
    heirs.push(...users.filter((user) => isFit(user)))
  }
  return heirs
}

function isFit({ role, disabled, expires, from }: User): boolean {
  return role === 'administrator' && !disabled && !expires && !from
}

export function HandOver() {
  const { t } = useTranslation('accounts')
  const queries = useQueryClient()
  const heirs = useQuery({ queryKey: ['users', 'heirs'], queryFn: listHeirs })
  const [heirId, setHeirId] = useState<string | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const heir = heirs.data?.find(({ id }) => id === heirId)

  async function handOver(userId: string): Promise<void> {
    await withProof(() => rastro.post('/api/users/{userId}/handOver', { path: { userId } }))
    notifications.show({ message: t('handOver.done') })
    await Promise.all(['me', 'users'].map((room) => queries.invalidateQueries({ queryKey: [room] })))
  }

  return (
    <Section title={t('handOver.title')} says={t('handOver.says')}>
      {heirs.error && <Failure error={heirs.error} onRetry={() => void heirs.refetch()} />}
      {heirs.data?.length === 0 && <Text size="sm">{t('handOver.nobody')}</Text>}
      {heirs.data && heirs.data.length > 0 && (
        <Group align="flex-end">
          <Select
            label={t('handOver.to')}
            data={heirs.data.map(({ id, name, userName }) => ({ value: id, label: `${name} (${userName})` }))}
            value={heirId}
            onChange={setHeirId}
            searchable
            style={{ flex: 1 }}
          />
          <Button color="red" variant="outline" disabled={!heir} onClick={() => setIsAsking(true)}>
            {t('handOver.action')}
          </Button>
        </Group>
      )}
      {isAsking && heir && (
        <DangerDialog
          title={t('handOver.ask', { name: heir.name })}
          action={t('handOver.confirm')}
          word={heir.userName}
          onConfirm={() => handOver(heir.id)}
          onClose={() => setIsAsking(false)}
        >
          <List size="sm" spacing={4}>
            <List.Item>{t('handOver.heir', { name: heir.name })}</List.Item>
            <List.Item>{t('handOver.you')}</List.Item>
            <List.Item>
              <strong>{t('handOver.back', { name: heir.name })}</strong>
            </List.Item>
          </List>
        </DangerDialog>
      )}
    </Section>
  )
}
