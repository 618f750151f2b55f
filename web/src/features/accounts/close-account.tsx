// Closes the account: it is erased after a grace period, until which the bar above every view undoes it.

import { Button, Group, List } from '@mantine/core'
import type { Account } from '@rastro/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withRecentSignIn } from '../../session/recent-sign-in.ts'
import { rastro } from '../../session/session.ts'
import { accountKey } from '../../session/use-account.ts'
import { DangerDialog } from '../../ui/danger-dialog.tsx'
import { Section } from '../../ui/section.tsx'

export function CloseAccount({ account }: { account: Account }) {
  const { t } = useTranslation('accounts')
  const queries = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)

  async function close(): Promise<void> {
    await withRecentSignIn(() => rastro.post('/api/account/closing', { body: { name: account.name } }))
    await queries.invalidateQueries({ queryKey: accountKey })
  }

  return (
    <Section title={t('close.title')} description={t('close.hint')}>
      <Group>
        <Button color="red" variant="outline" onClick={() => setIsAsking(true)}>
          {t('close.action')}
        </Button>
      </Group>
      {isAsking && (
        <DangerDialog
          title={t('close.ask', { name: account.name })}
          action={t('close.confirm')}
          word={account.name}
          onConfirm={close}
          onClose={() => setIsAsking(false)}
        >
          <List size="sm" spacing={4}>
            <List.Item>{t('close.access')}</List.Item>
            <List.Item>{t('close.locations')}</List.Item>
            <List.Item>
              <strong>{t('close.erased')}</strong>
            </List.Item>
            <List.Item>{t('close.export')}</List.Item>
          </List>
        </DangerDialog>
      )}
    </Section>
  )
}
