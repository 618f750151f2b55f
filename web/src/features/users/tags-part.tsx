import { ActionIcon, Button, Group, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Section } from '../../ui/section.tsx'
import type { FormPart } from './form-part.ts'

const maxTags = 50

export function TagsPart({ draft, change, isLocked }: FormPart) {
  const { t } = useTranslation('users')
  const { tags } = draft
  const set = (index: number, tag: [string, string]) => change({ tags: tags.with(index, tag) })
  return (
    <Section title={t('tags.title')} description={t('tags.hint')}>
      {tags.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a tag has no other identity while its name is typed.
        <Group key={index} gap="xs" wrap="nowrap">
          <TextInput
            aria-label={t('tags.name', { number: index + 1 })}
            placeholder={t('tags.nameExample')}
            readOnly={isLocked}
            maxLength={64}
            value={name}
            onChange={(event) => set(index, [event.currentTarget.value, value])}
          />
          <TextInput
            aria-label={t('tags.value', { number: index + 1 })}
            placeholder={t('tags.valueExample')}
            readOnly={isLocked}
            maxLength={256}
            value={value}
            onChange={(event) => set(index, [name, event.currentTarget.value])}
          />
          {!isLocked && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('tags.remove', { name: name || index + 1 })}
              onClick={() => change({ tags: tags.toSpliced(index, 1) })}
            >
              <IconX size={16} />
            </ActionIcon>
          )}
        </Group>
      ))}
      {!isLocked && tags.length < maxTags && (
        <Group>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={() => change({ tags: [...tags, ['', '']] })}
          >
            {t('tags.add')}
          </Button>
        </Group>
      )}
    </Section>
  )
}
