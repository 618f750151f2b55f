import { Button, Group, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { User } from '@rastro/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withRecentSignIn } from '../../session/recent-sign-in.ts'
import { rastro } from '../../session/session.ts'
import { useMay, useMe } from '../../session/use-me.ts'
import { useSendsMail } from '../../session/use-sends-mail.ts'
import { useDraft } from '../../ui/draft.ts'
import { DraftGuard } from '../../ui/draft-guard.tsx'
import { Failure, sentenceOf } from '../../ui/failure.tsx'
import { AccessPart } from './access-part.tsx'
import type { Draft } from './draft.ts'
import { toBody, toPatch } from './draft.ts'
import type { FirstAccessChoice } from './first-access.tsx'
import { FirstAccess } from './first-access.tsx'
import { newPassword } from './new-password.ts'
import { Permissions } from './permissions.tsx'
import { PersonPart } from './person-part.tsx'
import { TagsPart } from './tags-part.tsx'
import { useInvite } from './use-invite.ts'
import { usersKey } from './use-users.ts'
import { ValidityPart } from './validity-part.tsx'

interface UserFormProps {
  /** Absent for a new one. */
  user?: User
  initial: Draft
  /** Called with the new password, if there is one. */
  onSaved: (saved: { id: string; name: string; userName: string; password: string }) => void
}

export function UserForm({ user, initial, onSaved }: UserFormProps) {
  const { t } = useTranslation('users')
  const queries = useQueryClient()
  const mayManage = useMay()('users.manage')
  const me = useMe()
  const kept = useDraft<Draft>(mayManage ? `user:${user?.id ?? 'new'}` : undefined, initial)
  const { value: draft, change } = kept
  const sendsMail = useSendsMail()
  const invite = useInvite()
  const [firstAccess, setFirstAccess] = useState<FirstAccessChoice>('invitation')
  const isInvited = !user && sendsMail && firstAccess === 'invitation'

  const saving = useMutation({
    async mutationFn(password: string) {
      const wanted = { ...draft, password }
      const saved = await withRecentSignIn(() =>
        user
          ? rastro.patch('/api/users/{userId}', {
              path: { userId: user.id },
              body: toPatch(wanted, user),
            })
          : rastro.post('/api/users', { body: toBody(wanted) }),
      )
      return { id: saved.id, name: saved.name, userName: saved.userName, password }
    },
    async onSuccess(saved) {
      kept.saved()
      notifications.show({ message: t('ui:saved') })
      if (isInvited) await sendInvitation(saved.id)
      onSaved(saved)
      await queries.invalidateQueries({ queryKey: usersKey })
      await queries.invalidateQueries({ queryKey: ['me'] })
    },
  })
  /** The user exists by now: the page of the user offers to send it again. */
  async function sendInvitation(userId: string): Promise<void> {
    try {
      await invite(userId)
      notifications.show({ message: t('invitation.sent', { email: draft.email.trim() }) })
    } catch (error) {
      notifications.show({ color: 'red', message: sentenceOf(error, t) })
    }
  }
  function save(event: FormEvent): void {
    event.preventDefault()
    saving.mutate(user || isInvited ? '' : newPassword())
  }
  const part = { draft, change, error: saving.error, isLocked: !mayManage }
  // Users cannot disable themselves by mistake.
  const isSelf = user !== undefined && user.id === me?.id
  const access = { ...part, isLocked: !mayManage || isSelf, isSelf }
  const isWhole = draft.name.trim() !== '' && draft.email.trim() !== ''
  return (
    <form onSubmit={save}>
      <Stack gap="xl">
        <DraftGuard draft={kept} />
        <PersonPart {...part} isNew={!user} />
        <AccessPart {...access} />
        <ValidityPart {...access} />
        <TagsPart {...part} />
        {!user && sendsMail && <FirstAccess value={firstAccess} onChange={setFirstAccess} />}
        <Permissions draft={draft} />
        {saving.error && <Failure error={saving.error} />}
        {mayManage && (
          <Group>
            <Button type="submit" loading={saving.isPending} disabled={!isWhole}>
              {user ? t('ui:save') : t('make')}
            </Button>
            {user && (
              <Button
                variant="default"
                disabled={saving.isPending || !isWhole}
                onClick={() => saving.mutate(newPassword())}
              >
                {t('password.renew')}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </form>
  )
}
