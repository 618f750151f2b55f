import { Button, Loader } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getPreferences } from '../../session/preferences.ts'
import { useAccount } from '../../session/use-account.ts'
import { useMay, useMe } from '../../session/use-me.ts'
import { useSendsMail } from '../../session/use-sends-mail.ts'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { Page } from '../../ui/page.tsx'
import { DeleteUser } from './delete-user.tsx'
import { draftOf, newDraft } from './draft.ts'
import { NewUserPassword } from './new-user-password.tsx'
import { ResetSecondFactor } from './reset-second-factor.tsx'
import { SendInvitation } from './send-invitation.tsx'
import { useUser } from './use-users.ts'
import { UserForm } from './user-form.tsx'
import { UserSessions } from './user-sessions.tsx'

const route = getRouteApi('/shell/settings/users/$userId')
/** A default: the main country of the language. */
const countryOf = { en: 'US', es: 'ES', pt: 'BR' } as const

export function NewUserPage() {
  const { t } = useTranslation('users')
  const go = useNavigate()
  const me = useMe()
  const account = useAccount()
  const sendsMail = useSendsMail()
  const [made, setMade] = useState<{ id: string; name: string; userName: string; password: string }>()
  if (!account || !me) return null
  const show = (userId: string) => {
    inBackground(go({ to: '/settings/users/$userId', params: { userId } }))
  }
  const country = me.country || countryOf[getPreferences().language]
  return (
    <Page title={t('create')} subtitle={sendsMail ? undefined : t('createHint')}>
      {made ? (
        <NewUserPassword made={made} onDone={() => show(made.id)} />
      ) : (
        <UserForm
          initial={newDraft({ country, timeZone: account.timeZone })}
          onSaved={(saved) => {
            if (saved.password === '') show(saved.id)
            else setMade(saved)
          }}
        />
      )}
    </Page>
  )
}

export function UserPage() {
  const { t } = useTranslation('users')
  const { userId } = route.useParams()
  const me = useMe()
  const mayManage = useMay()('users.manage')
  const sendsMail = useSendsMail()
  const { data: user, error, refetch } = useUser(userId)
  const [isDeleting, setIsDeleting] = useState(false)
  const [made, setMade] = useState<{ id: string; name: string; userName: string; password: string }>()
  const isSelf = me?.id === userId
  const remove = user && mayManage && user.role !== 'owner' && !isSelf && (
    <Button
      variant="default"
      leftSection={<IconTrash size={16} color="var(--mantine-color-error)" />}
      onClick={() => setIsDeleting(true)}
    >
      {t('delete.action')}
    </Button>
  )
  return (
    <Page title={user?.name ?? t('user')} subtitle={user?.userName} actions={remove}>
      {error && !user && (
        <Failure
          error={error}
          onRetry={() => {
            inBackground(refetch())
          }}
        />
      )}
      {!user && !error && <Loader aria-label={t('ui:loading')} />}
      {made && <NewUserPassword made={made} onDone={() => setMade(undefined)} />}
      {user && (
        <UserForm
          key={user.modifiedAt}
          user={user}
          initial={draftOf(user)}
          onSaved={(saved) => setMade(saved.password === '' ? undefined : saved)}
        />
      )}
      {user && mayManage && sendsMail && !isSelf && <SendInvitation user={user} />}
      {user && mayManage && !isSelf && user.role !== 'owner' && <ResetSecondFactor user={user} />}
      {user && mayManage && !isSelf && <UserSessions userId={user.id} />}
      {user && isDeleting && <DeleteUser user={user} onClose={() => setIsDeleting(false)} />}
    </Page>
  )
}
