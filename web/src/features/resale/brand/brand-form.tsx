import { Button, Group, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Brand, EffectiveBrand } from '@rastro/client'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../../session/session.ts'
import { useDraft } from '../../../ui/draft.ts'
import { DraftGuard } from '../../../ui/draft-guard.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { faultAt, isElsewhere } from '../../../ui/faults.ts'
import { Section } from '../../../ui/section.tsx'
import { BrandPreview } from './brand-preview.tsx'
import { useBrandChanged } from './use-own-brand.ts'

const texts = [
  'sentence',
  'helpUrl',
  'termsUrl',
  'privacyUrl',
  'imprintUrl',
  'supportEmail',
  'supportPhone',
  'replyTo',
  'mailFooter',
] as const
type TextField = (typeof texts)[number]
const all = ['name', 'shortName', 'color', ...texts]
const maxLengths: Partial<Record<TextField, number>> = { sentence: 300, mailFooter: 600, supportPhone: 32 }
const maxUrl = 500

export function BrandForm({ brand, inherited }: { brand: Brand | null; inherited: EffectiveBrand }) {
  const { t } = useTranslation('resale')
  const changed = useBrandChanged()
  const draft = useDraft('resale:brand', {
    name: brand?.name ?? '',
    shortName: brand?.shortName ?? '',
    color: brand?.color ?? inherited.color,
    ...(Object.fromEntries(texts.map((name) => [name, brand?.[name] ?? ''])) as Record<TextField, string>),
  })
  const { value } = draft
  const saving = useMutation({
    mutationFn: () => {
      const given = Object.fromEntries(texts.map((name) => [name, value[name].trim() || null]))
      const { name, shortName, color } = value
      return rastro.put('/api/resale/brand', {
        body: { name: name.trim(), shortName: shortName.trim(), color, ...given },
      })
    },
    onSuccess: async () => {
      draft.saved()
      notifications.show({ message: t('brand.saved') })
      await changed()
    },
  })
  const field = (name: TextField | 'name' | 'shortName', maxLength = maxUrl) => ({
    label: t(`brand.${name}`),
    maxLength,
    autoComplete: 'off',
    value: value[name],
    error: faultAt(saving.error, name),
    onChange: (event: { currentTarget: { value: string } }) =>
      draft.change({ [name]: event.currentTarget.value }),
  })
  const text = (name: TextField) => field(name, maxLengths[name])
  const isWhole = value.name.trim() !== '' && value.shortName.trim() !== ''
  function save(event: FormEvent): void {
    event.preventDefault()
    saving.mutate()
  }
  return (
    <form onSubmit={save}>
      <DraftGuard draft={draft} />
      <Section title={t('brand.look')} description={t('brand.lookHint')}>
        <TextInput {...field('name', 60)} required withAsterisk={false} />
        <TextInput
          {...field('shortName', 12)}
          description={t('brand.shortNameHint')}
          required
          withAsterisk={false}
        />
        <TextInput
          type="color"
          label={t('brand.color')}
          w={120}
          value={value.color}
          onChange={(event) => draft.change({ color: event.currentTarget.value })}
          error={faultAt(saving.error, 'color')}
        />
        <BrandPreview
          name={value.name || inherited.name}
          sentence={value.sentence}
          color={value.color}
          pictures={brand?.pictures}
        />
      </Section>
      <Section title={t('brand.signIn')} description={t('brand.signInHint')}>
        <Textarea {...text('sentence')} autosize />
        <TextInput {...text('helpUrl')} type="url" />
        <TextInput {...text('termsUrl')} type="url" />
        <TextInput {...text('privacyUrl')} type="url" />
        <TextInput {...text('imprintUrl')} type="url" />
      </Section>
      <Section title={t('brand.support')} description={t('brand.supportHint')}>
        <TextInput {...text('supportEmail')} type="email" />
        <TextInput {...text('supportPhone')} type="tel" />
      </Section>
      <Section title={t('brand.mail')} description={t('brand.mailHint')}>
        <TextInput {...text('replyTo')} type="email" />
        <Textarea {...text('mailFooter')} description={t('brand.mailFooterHint')} autosize minRows={2} />
      </Section>
      {isElsewhere(saving.error, all) && <Failure error={saving.error} />}
      <Group mt="md">
        <Button type="submit" loading={saving.isPending} disabled={!isWhole}>
          {t('brand.save')}
        </Button>
      </Group>
    </form>
  )
}
