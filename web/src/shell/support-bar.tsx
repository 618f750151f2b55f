// Above every view while a support session is active, on both sides: who, why, and how to end it.

import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { SupportSession } from '@rastro/client'
import { IconLifebuoy } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { supportKey, useOpenSupport, useSupportEvents } from '../live/use-support-sessions.ts'
import { ownRastro, rastro } from '../session/session.ts'
import { leaveSupportSession, readVisitor, supportSessionId } from '../session/support-session.ts'
import { AnchorLink } from '../ui/links.tsx'
import { useFormat } from '../ui/use-format.ts'
import styles from './connection-state.module.css'
import { views } from './views.ts'

/** The end is an event of the account. This is for an event that was lost with the connection. */
const visitorEveryMs = 60_000

export function SupportBar() {
  if (supportSessionId) return <VisitorBar id={supportSessionId} />
  return <CustomerBars />
}

function VisitorBar({ id }: { id: string }) {
  const { t } = useTranslation('account-status')
  const format = useFormat()
  useSupportEvents()
  const visitor = useQuery({
    queryKey: [...supportKey, 'visitor'],
    queryFn: () => readVisitor(ownRastro, id),
    refetchInterval: visitorEveryMs,
  }).data
  const hasEnded = visitor !== undefined && visitor.state !== 'active'
  useEffect(() => {
    if (hasEnded) leaveSupportSession()
  }, [hasEnded])
  const ending = useMutation({
    mutationFn: () =>
      ownRastro.post('/api/resale/supportSessions/{supportSessionId}/end', {
        path: { supportSessionId: id },
      }),
    onSuccess: leaveSupportSession,
    onError: () => notifications.show({ color: 'red', message: t('support.notEnded') }),
  })
  if (!visitor) return null
  const { accountName: account, reason, access, expiresAt } = visitor
  return (
    <div className={styles.bar} role="status">
      <IconLifebuoy size={18} aria-hidden />
      <span>{t('support.own', { account, reason })}</span>
      <span>{t(`support.${access}`)}</span>
      {expiresAt && <span>{t('support.until', { time: format.dateTime(expiresAt) })}</span>}
      <Button size="compact-sm" variant="white" loading={ending.isPending} onClick={() => ending.mutate()}>
        {t('support.end')}
      </Button>
    </div>
  )
}

function CustomerBars() {
  const open = useOpenSupport() ?? []
  return open.map((session) => <CustomerBar key={session.id} session={session} />)
}

function CustomerBar({ session }: { session: SupportSession }) {
  const { t } = useTranslation('account-status')
  const queries = useQueryClient()
  const format = useFormat()
  const { id, visitorName: name, organization, reason, state, access, expiresAt } = session
  const ending = useMutation({
    mutationFn: () =>
      rastro.post('/api/account/supportSessions/{supportSessionId}/end', { path: { supportSessionId: id } }),
    onSuccess: async () => {
      notifications.show({ message: t('support.ended') })
      await queries.invalidateQueries({ queryKey: supportKey })
    },
    onError: () => notifications.show({ color: 'red', message: t('support.notEnded') }),
  })
  const words = { name, organization, reason }
  const isActive = state === 'active'
  return (
    <div className={styles.bar} role="status">
      <IconLifebuoy size={18} aria-hidden />
      <span>
        {isActive
          ? t(access === 'write' ? 'support.writing' : 'support.reading', words)
          : t('support.asks', words)}
      </span>
      {isActive && <span>{t('support.until', { time: format.dateTime(expiresAt) })}</span>}
      {isActive ? (
        <Button size="compact-sm" variant="white" loading={ending.isPending} onClick={() => ending.mutate()}>
          {t('support.end')}
        </Button>
      ) : (
        <AnchorLink to={views.support.path} size="sm" c="inherit" underline="always">
          {t('support.answer')}
        </AnchorLink>
      )}
    </div>
  )
}
