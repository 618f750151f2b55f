// The sign-in page as it will be, light and dark, while the form is edited.

import { Group, Stack, Text } from '@mantine/core'
import type { Brand } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import { shadesOf } from '../../../ui/brand-colors.ts'
import styles from './brand-preview.module.css'

interface BrandPreviewProps {
  name: string
  sentence: string
  color: string
  pictures: Brand['pictures'] | undefined
}

export function BrandPreview(props: BrandPreviewProps) {
  const { t } = useTranslation('resale')
  return (
    <Stack gap="xs" role="group" aria-label={t('brand.preview')}>
      <Text size="sm" fw={500}>
        {t('brand.preview')}
      </Text>
      <Group align="stretch" gap="sm">
        <Card {...props} theme="light" />
        <Card {...props} theme="dark" />
      </Group>
    </Stack>
  )
}

function Card({ name, sentence, color, pictures, theme }: BrandPreviewProps & { theme: 'light' | 'dark' }) {
  const { t } = useTranslation('resale')
  const shades = shadesOf(color)
  const logo =
    theme === 'dark'
      ? (pictures?.logoDark ?? pictures?.logoLight)
      : (pictures?.logoLight ?? pictures?.logoDark)
  return (
    <div className={styles.card} data-theme={theme}>
      <small>{t(theme === 'dark' ? 'brand.previewDark' : 'brand.previewLight')}</small>
      {logo ? <img src={logo.url} alt="" /> : <strong>{name}</strong>}
      {sentence && <span>{sentence}</span>}
      <span className={styles.button} style={{ background: shades[8] }}>
        {t('brand.previewSignIn')}
      </span>
      <span style={{ color: theme === 'dark' ? shades[3] : shades[8] }}>{t('brand.previewLink')}</span>
    </div>
  )
}
