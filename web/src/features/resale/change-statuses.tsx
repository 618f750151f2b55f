// Suspends or reopens the selected accounts. Each is changed by itself, and those that were not are counted.

import { Button, Group, Text, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { resaleKey } from './use-resale.ts'

const perRequest = 100

export function ChangeStatuses({ ids, onDone }: { ids: string[]; onDone: () => void }) {
  const { t } = useTranslation('resale')
  const [action, setAction] = useState<'suspend' | 'reopen'>()
  const count = ids.length
  return (
    <Group role="group" aria-label={t('selected', { count })}>
      <Text size="sm">{t('selected', { count })}</Text>
      <Button
        variant="default"
        leftSection={<IconPlayerPause size={16} />}
        onClick={() => setAction('suspend')}
      >
        {t('suspend.title')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconPlayerPlay size={16} />}
        onClick={() => setAction('reopen')}
      >
        {t('reopen.title')}
      </Button>
      <Button variant="subtle" onClick={onDone}>
        {t('selectNone')}
      </Button>
      {action && (
        <ReasonDialog ids={ids} action={action} onDone={onDone} onClose={() => setAction(undefined)} />
      )}
    </Group>
  )
}

interface ReasonProps {
  ids: string[]
  action: 'suspend' | 'reopen'
  onDone: () => void
  onClose: () => void
}

function ReasonDialog({ ids, action, onDone, onClose }: ReasonProps) {
  const { t } = useTranslation('resale')
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const sending = useMutation({
    mutationFn: async () => {
      const status = action === 'suspend' ? 'suspended' : 'active'
      let changed = 0
      for (let from = 0; from < ids.length; from += perRequest) {
        const body = {
          accountIds: ids.slice(from, from + perRequest),
          status,
          reason: reason.trim(),
        } as const
        const { results } = await rastro.post('/api/resale/accounts/status', { body })
        changed += results.filter(({ code }) => code === null).length
      }
      return changed
    },
    onSuccess: async (changed) => {
      notifications.show({ message: t('changed', { changed, count: ids.length }) })
      await queries.invalidateQueries({ queryKey: resaleKey })
      onClose()
      onDone()
    },
  })
  return (
    <FormDialog
      title={`${t(`${action}.title`)}: ${t('selected', { count: ids.length })}`}
      action={t(`${action}.title`)}
      sending={sending}
      isWhole={reason.trim() !== ''}
      onClose={onClose}
    >
      <Text size="sm">{t(`${action}.hint`)}</Text>
      <Textarea
        label={t('reason')}
        description={t('reasonHint')}
        required
        withAsterisk={false}
        maxLength={500}
        autosize
        minRows={2}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
