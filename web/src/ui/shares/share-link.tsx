import { Anchor, Group, Loader, Stack, Text, TextInput } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { useAccount } from '../../session/use-account.ts'
import { CopyText } from '../copy-text.tsx'
import { Dialog } from '../dialog.tsx'
import { Failure } from '../failure.tsx'
import { useFormat } from '../use-format.ts'
import { sharesKey } from './new-share.ts'
import styles from './share-link.module.css'

/** The link of a share, to copy and to open. */
export function ShareLink({ shareId, onClose }: { shareId: string; onClose: () => void }) {
  const { t } = useTranslation('shares')
  const format = useFormat()
  const zone = (useAccount()?.timeZone ?? 'UTC').replaceAll('_', ' ')
  const { data: share, error } = useQuery({
    queryKey: [...sharesKey, shareId],
    queryFn: () => rastro.get('/api/shares/{shareId}', { path: { shareId } }),
  })
  return (
    <Dialog onClose={onClose} title={t('link.title')}>
      {error && <Failure error={error} />}
      {!share && !error && <Loader aria-label={t('ui:loading')} />}
      {share && (
        <Stack>
          <Group gap="xs" wrap="nowrap">
            <TextInput
              className={styles.link ?? ''}
              aria-label={t('link.label')}
              readOnly
              value={share.url}
              onFocus={(event) => event.currentTarget.select()}
            />
            <CopyText text={share.url} label={t('link.copy')} />
          </Group>
          <Text size="sm">{t('link.hint', { time: format.dateTime(share.expiresAt), zone })}</Text>
          <Anchor href={`/share/${share.secret}`} target="_blank" rel="noreferrer" size="sm">
            <Group gap={6}>
              <IconExternalLink size={16} aria-hidden />
              {t('link.visit')}
            </Group>
          </Anchor>
        </Stack>
      )}
    </Dialog>
  )
}
