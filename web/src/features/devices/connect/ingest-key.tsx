import { Alert, Button, Stack, Text } from '@mantine/core'
import type { IngestKey as IngestKeyView } from '@rastro/client'
import { IconKey } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { withRecentSignIn } from '../../../session/recent-sign-in.ts'
import { rastro } from '../../../session/session.ts'
import { useMe } from '../../../session/use-me.ts'
import { Failure } from '../../../ui/failure.tsx'
import { ShownSecret } from '../../../ui/shown-secret.tsx'
import type { Kind } from './kinds.ts'
import { OwnTracksCode } from './phone-code.tsx'

type Protocol = IngestKeyView['protocol']

/** Creates the ingest key with which a satellite operator or a phone authenticates. Its secret is shown once. */
export function IngestKey({ kind, identifier }: { kind: Kind; identifier: string }) {
  const { t } = useTranslation('connect')
  const queries = useQueryClient()
  const me = useMe()
  const making = useMutation({
    mutationFn: () =>
      withRecentSignIn(() =>
        rastro.post('/api/ingestKeys', { body: { protocol: kind.protocol as Protocol, name: kind.name } }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['ingest-keys'] }),
  })
  const isSecret = kind.transport === 'ingestKeySecret'
  if (making.data) {
    return (
      <ShownSecret
        title={t('ingestKey.made', { name: kind.name })}
        label={isSecret ? t('ingestKey.secret') : t('ingestKey.url')}
        copyLabel={isSecret ? t('ingestKey.copySecret') : t('ingestKey.copyUrl')}
        secret={isSecret ? making.data.secret : making.data.url}
        onDone={making.reset}
      >
        {kind.protocol === 'owntracks' && (
          <OwnTracksCode secret={making.data.secret} identifier={identifier} />
        )}
      </ShownSecret>
    )
  }
  // The secret serves the whole account, so only its administrators create one.
  if (me?.role === 'standard') {
    return (
      <Alert role="region" color="blue" icon={<IconKey size={18} />} title={t('ingestKey.title')}>
        {t('ingestKey.askAdministrator', { name: kind.name })}
      </Alert>
    )
  }
  return (
    <Alert role="region" color="blue" icon={<IconKey size={18} />} title={t('ingestKey.title')}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t('ingestKey.hint', { name: kind.name })}</Text>
        <Button variant="default" loading={making.isPending} onClick={() => making.mutate()}>
          {t('ingestKey.make')}
        </Button>
        {making.error && <Failure error={making.error} />}
      </Stack>
    </Alert>
  )
}
