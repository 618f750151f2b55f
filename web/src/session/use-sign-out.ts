import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { sentenceOf } from '../ui/failure.tsx'
import { finishBeforeSignOut } from './before-sign-out.ts'
import { session } from './session.ts'

export function useSignOut(): { signOut(): void; isLeaving: boolean } {
  const { t } = useTranslation('ui')
  const queries = useQueryClient()
  const go = useNavigate()
  const leaving = useMutation({
    async mutationFn() {
      await finishBeforeSignOut()
      await session.signOut()
    },
    onSuccess: async () => {
      await go({ to: '/sign-in' })
      // The next user of this browser must not see cached data.
      queries.clear()
    },
    onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error, t) }),
  })
  return { signOut: () => leaving.mutate(), isLeaving: leaving.isPending }
}
