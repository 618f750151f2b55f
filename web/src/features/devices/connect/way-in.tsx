import { Alert, Button, Stack, Text } from '@mantine/core'
import type { WayIn as WayInView } from '@rastro/client'
import { IconKey } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { withProof } from '../../../session/proof.ts'
import { rastro } from '../../../session/session.ts'
import { Failure } from '../../../ui/failure.tsx'
import { ShownSecret } from '../../../ui/shown-secret.tsx'
import type { Kind } from './kinds.ts'

type Protocol = WayInView['protocol']

/** The secret by which a satellite operator or a phone comes in. Shown this once. */
export function WayIn({ kind }: { kind: Kind }) {
  const { t } = useTranslation('connect')
  const queries = useQueryClient()
  const making = useMutation({
    mutationFn: () =>
      withProof(() =>
        rastro.post('/api/waysIn', { body: { protocol: kind.protocol as Protocol, name: kind.name } }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['ways-in'] }),
  })
  const isSecret = kind.way === 'wayInSecret'
  if (making.data) {
    return (
      <ShownSecret
        title={t('wayIn.made', { name: kind.name })}
        label={isSecret ? t('wayIn.secret') : t('wayIn.url')}
        copyLabel={isSecret ? t('wayIn.copySecret') : t('wayIn.copyUrl')}
        secret={isSecret ? making.data.secret : making.data.url}
        onDone={making.reset}
      />
    )
  }
  return (
    <Alert role="region" color="blue" icon={<IconKey size={18} />} title={t('wayIn.title')}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t('wayIn.says', { name: kind.name })}</Text>
        <Button variant="default" loading={making.isPending} onClick={() => making.mutate()}>
          {t('wayIn.make')}
        </Button>
        {making.error && <Failure error={making.error} />}
      </Stack>
    </Alert>
  )
}
