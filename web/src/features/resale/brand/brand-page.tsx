// The brand of a reseller: name, color, pictures, the sign-in page and e-mails, with a preview.

import { Alert, Button, Group, Loader } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../../session/session.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { inBackground } from '../../../ui/in-background.ts'
import { AnchorLink } from '../../../ui/links.tsx'
import { Page } from '../../../ui/page.tsx'
import { Section } from '../../../ui/section.tsx'
import { ForResale } from '../for-resale.tsx'
import { BrandForm } from './brand-form.tsx'
import { BrandPicture } from './brand-picture.tsx'
import { useBrandChanged, useOwnBrand } from './use-own-brand.ts'

const kinds = ['logoLight', 'logoDark', 'icon'] as const

export function BrandPage() {
  const { t } = useTranslation('resale')
  return (
    <ForResale title={t('brand.title')}>
      <OwnBrand />
    </ForResale>
  )
}

function OwnBrand() {
  const { t } = useTranslation('resale')
  const answer = useOwnBrand()
  const changed = useBrandChanged()
  const [isDeleting, setIsDeleting] = useState(false)
  const { data, error } = answer
  return (
    <Page
      title={t('brand.title')}
      subtitle={<AnchorLink to="/console">{t('title')}</AnchorLink>}
      actions={
        data?.brand && (
          <Button variant="default" onClick={() => setIsDeleting(true)}>
            {t('brand.delete')}
          </Button>
        )
      }
    >
      {error && !data && (
        <Failure
          error={error}
          onRetry={() => {
            inBackground(answer.refetch())
          }}
        />
      )}
      {answer.isPending && <Loader aria-label={t('ui:loading')} />}
      {data && (
        <>
          {!data.brand && (
            <Alert icon={<IconInfoCircle size={18} />}>
              {t('brand.inherited', { name: data.effectiveBrand.name })}
            </Alert>
          )}
          <BrandForm key={String(data.brand === null)} brand={data.brand} inherited={data.effectiveBrand} />
          <Section title={t('brand.pictures')} description={t('brand.picturesHint')}>
            <Group align="stretch" style={{ flexDirection: 'column' }}>
              {kinds.map((kind) => (
                <BrandPicture key={kind} kind={kind} brand={data.brand} />
              ))}
            </Group>
          </Section>
        </>
      )}
      {isDeleting && (
        <ConfirmDialog
          title={t('brand.delete')}
          action={t('brand.delete')}
          onConfirm={async () => {
            await rastro.delete('/api/resale/brand')
            await changed()
            notifications.show({ message: t('brand.deleted') })
          }}
          onClose={() => setIsDeleting(false)}
        >
          {t('brand.deleteHint')}
        </ConfirmDialog>
      )}
    </Page>
  )
}
