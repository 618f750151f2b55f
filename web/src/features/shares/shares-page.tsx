import { Button, Group, Loader, Text } from '@mantine/core'
import { IconLink, IconLinkOff, IconPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay, useMe } from '../../session/use-me.ts'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { MoreButton } from '../../ui/more-button.tsx'
import { Page } from '../../ui/page.tsx'
import { CreateShare } from '../../ui/shares/create-share.tsx'
import { ShareLink } from '../../ui/shares/share-link.tsx'
import { useDeviceName } from '../../ui/use-device-name.ts'
import { ShareTable } from './share-table.tsx'
import { useShares } from './use-shares.ts'

const route = getRouteApi('/shell/settings/shares')

export function SharesPage() {
  const { t } = useTranslation('shares')
  const { device } = route.useSearch()
  const go = route.useNavigate()
  const me = useMe()
  const mayShare = useMay()('devices.edit')
  const pages = useShares(mayShare)
  const deviceName = useDeviceName(device)
  const [isCreating, setIsCreating] = useState(false)
  const [createdId, setCreatedId] = useState<string>()
  const all = pages.data?.pages.flatMap((page) => page.shares)
  const shares = device ? all?.filter(({ devices }) => devices.includes(device)) : all
  const create = mayShare && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setIsCreating(true)}>
      {t('create')}
    </Button>
  )
  if (me && !mayShare) {
    return (
      <Page title={t('title')}>
        <Empty
          icon={<IconLinkOff size={32} stroke={1.3} />}
          title={t('notAllowed')}
          description={t('notAllowedHint')}
        />
      </Page>
    )
  }
  return (
    <Page title={t('title')} subtitle={t('hint')} actions={create}>
      {device && (
        <Group gap="sm">
          <Text size="sm">{t('onlyOf', { name: deviceName ?? device })}</Text>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              inBackground(go({ search: {} }))
            }}
          >
            {t('showAll')}
          </Button>
        </Group>
      )}
      {pages.error && !shares && (
        <Failure
          error={pages.error}
          onRetry={() => {
            inBackground(pages.refetch())
          }}
        />
      )}
      {pages.isPending && <Loader aria-label={t('ui:loading')} />}
      {shares?.length === 0 && (
        <Empty icon={<IconLink size={32} stroke={1.3} />} title={t('empty')} description={t('emptyHint')} />
      )}
      {shares && shares.length > 0 && <ShareTable shares={shares} />}
      <MoreButton of={pages} />
      {isCreating && (
        <CreateShare
          devices={device ? [device] : []}
          onMade={setCreatedId}
          onClose={() => setIsCreating(false)}
        />
      )}
      {createdId && <ShareLink shareId={createdId} onClose={() => setCreatedId(undefined)} />}
    </Page>
  )
}
