// Passkeys: add one of this device, remove others.

import { Button, Group, Loader, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { canUsePasskeys, createPasskey, isCancelled } from '../../../session/passkey.ts'
import { withRecentSignIn } from '../../../session/recent-sign-in.ts'
import { rastro } from '../../../session/session.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { inBackground } from '../../../ui/in-background.ts'
import { RecoveryCodes } from '../../../ui/second-factor/recovery-codes.tsx'
import { Section } from '../../../ui/section.tsx'
import { PasskeyTable } from './passkey-table.tsx'
import { usePasskeys, useReloadFactors } from './use-second-factor.ts'

const maxPasskeys = 10

export function Passkeys() {
  const { t } = useTranslation('second-factor')
  const { data, error, isPending, refetch } = usePasskeys()
  const reload = useReloadFactors()
  const [isAdding, setIsAdding] = useState(false)
  const [removed, setRemoved] = useState<{ id: string; name: string }>()
  const [codes, setCodes] = useState<string[]>([])
  async function remove(passkeyId: string): Promise<void> {
    await withRecentSignIn(() => rastro.delete('/api/me/passkeys/{passkeyId}', { path: { passkeyId } }))
    await reload()
  }
  return (
    <Section title={t('passkey.title')} description={t('passkey.hint')}>
      {error && !data && <Failure error={error} onRetry={() => inBackground(refetch())} />}
      {isPending && <Loader aria-label={t('ui:loading')} />}
      {data?.length === 0 && <Text>{t('passkey.none')}</Text>}
      {data && data.length > 0 && <PasskeyTable passkeys={data} onRemove={setRemoved} />}
      {codes.length > 0 && <RecoveryCodes codes={codes} onDone={() => setCodes([])} />}
      {canUsePasskeys() ? (
        <Group>
          <Button
            variant="default"
            disabled={(data?.length ?? 0) >= maxPasskeys}
            onClick={() => setIsAdding(true)}
          >
            {t('passkey.add')}
          </Button>
        </Group>
      ) : (
        <Text size="sm">{t('passkey.unsupported')}</Text>
      )}
      {isAdding && (
        <AddPasskey
          onClose={() => setIsAdding(false)}
          onAdded={async (recoveryCodes) => {
            setIsAdding(false)
            setCodes(recoveryCodes)
            await reload()
          }}
        />
      )}
      {removed && (
        <ConfirmDialog
          title={t('passkey.removeOf', { name: removed.name })}
          action={t('passkey.removeConfirm')}
          onConfirm={() => remove(removed.id)}
          onClose={() => setRemoved(undefined)}
        >
          <Text size="sm">{t('passkey.removeHint')}</Text>
        </ConfirmDialog>
      )}
    </Section>
  )
}

function AddPasskey({
  onAdded,
  onClose,
}: {
  onAdded: (recoveryCodes: string[]) => Promise<void>
  onClose: () => void
}) {
  const { t } = useTranslation('second-factor')
  const [name, setName] = useState('')
  const adding = useMutation({
    async mutationFn() {
      const { options } = await withRecentSignIn(() => rastro.post('/api/me/passkeys/options'))
      const response = await createPasskey(options)
      const body = { name, response } as never
      const { recoveryCodes } = await rastro.post('/api/me/passkeys', { body })
      await onAdded(recoveryCodes)
    },
  })
  const error = isCancelled(adding.error) ? null : adding.error
  return (
    <FormDialog
      title={t('passkey.add')}
      action={t('passkey.create')}
      sending={{ isPending: adding.isPending, error, mutate: () => adding.mutate() }}
      isWhole={name.trim() !== ''}
      onClose={onClose}
    >
      <Text size="sm">{t('passkey.addHint')}</Text>
      <TextInput
        label={t('passkey.name')}
        description={t('passkey.nameHint')}
        data-autofocus
        required
        withAsterisk={false}
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
