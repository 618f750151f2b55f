// In the bar of an account that is being closed: until when, and the way back.

import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { rastro } from '../session/session.ts'
import { accountKey } from '../session/use-account.ts'
import { useFormat } from '../ui/use-format.ts'

export function UndoClosing() {
  const { t } = useTranslation('account-status')
  const queries = useQueryClient()
  const format = useFormat()
  const closing = useQuery({
    queryKey: [...accountKey, 'closing'],
    queryFn: async () => (await rastro.get('/api/account/closing')).closing,
  }).data
  const undoing = useMutation({
    mutationFn: () => rastro.delete('/api/account/closing'),
    onSuccess: async () => {
      notifications.show({ message: t('undone') })
      await queries.invalidateQueries({ queryKey: accountKey })
    },
    onError: () => notifications.show({ color: 'red', message: t('notUndone') }),
  })
  if (!closing) return null
  return (
    <>
      <span>{t('eraseAt', { time: format.dateTime(closing.eraseAt) })}</span>
      <Button size="compact-sm" variant="white" loading={undoing.isPending} onClick={() => undoing.mutate()}>
        {t('undo')}
      </Button>
    </>
  )
}
