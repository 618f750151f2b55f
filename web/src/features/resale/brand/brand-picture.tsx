// One picture of the brand. It is saved at once, not with the form.

import { Button, FileButton, Group, Input } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Brand } from '@rastro/client'
import { IconPhoto, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../../session/session.ts'
import styles from './brand-picture.module.css'
import type { PictureKind } from './to-png.ts'
import { toPng } from './to-png.ts'
import { useBrandChanged } from './use-own-brand.ts'

export function BrandPicture({ kind, brand }: { kind: PictureKind; brand: Brand | null }) {
  const { t } = useTranslation('resale')
  const onSuccess = useBrandChanged()
  const path = { type: kind }
  const uploading = useMutation({
    mutationFn: async (file: File) =>
      rastro.put('/api/resale/brand/pictures/{type}', { path, body: await toPng(file, kind) }),
    onSuccess,
    onError: () => notifications.show({ color: 'red', role: 'alert', message: t('brand.pictureFailed') }),
  })
  const removing = useMutation({
    mutationFn: () => rastro.delete('/api/resale/brand/pictures/{type}', { path }),
    onSuccess,
  })
  const picture = brand?.pictures[kind]
  const name = t(`brand.${kind}`)
  return (
    <Input.Wrapper label={name} labelElement="div" {...(!brand && { description: t('brand.saveFirst') })}>
      <Group gap="xs" mt={4}>
        {picture && (
          <img className={styles.picture} data-dark={kind === 'logoDark'} src={picture.url} alt={name} />
        )}
        <FileButton
          accept="image/png,image/jpeg,image/webp,image/svg+xml"
          onChange={(file) => file && uploading.mutate(file)}
        >
          {(props) => (
            <Button
              {...props}
              aria-label={`${t(picture ? 'brand.replace' : 'brand.choose')}: ${name}`}
              variant="default"
              disabled={!brand}
              leftSection={<IconPhoto size={16} />}
              loading={uploading.isPending}
            >
              {t(picture ? 'brand.replace' : 'brand.choose')}
            </Button>
          )}
        </FileButton>
        {picture && (
          <Button
            aria-label={`${t('brand.remove')}: ${name}`}
            variant="subtle"
            color="gray"
            leftSection={<IconTrash size={16} />}
            loading={removing.isPending}
            onClick={() => removing.mutate()}
          >
            {t('brand.remove')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  )
}
