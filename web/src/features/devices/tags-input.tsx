import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

export interface Tag {
  name: string
  value: string
}

interface TagsInputProps {
  tags: Tag[]
  onChange(tags: Tag[]): void
}

export function TagsInput({ tags, onChange }: TagsInputProps) {
  const { t } = useTranslation('devices')
  const change = (index: number, part: Partial<Tag>) =>
    onChange(tags.map((tag, at) => (at === index ? { ...tag, ...part } : tag)))
  return (
    <Stack gap="xs" role="group" aria-label={t('tags')}>
      <div>
        <Text size="sm" fw={500}>
          {t('tags')}
        </Text>
        <Text size="xs" c="dimmed">
          {t('tagsHint')}
        </Text>
      </div>
      {tags.map((tag, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a tag has no other identity while it is typed.
        <Group key={index} gap="xs" wrap="nowrap">
          <TextInput
            flex={1}
            aria-label={t('tagName', { number: index + 1 })}
            placeholder={t('tagNamePlaceholder')}
            maxLength={64}
            value={tag.name}
            onChange={({ currentTarget }) => change(index, { name: currentTarget.value })}
          />
          <TextInput
            flex={2}
            aria-label={t('tagValue', { number: index + 1 })}
            placeholder={t('tagValuePlaceholder')}
            maxLength={256}
            value={tag.value}
            onChange={({ currentTarget }) => change(index, { value: currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('tagRemove', { name: tag.name || index + 1 })}
            onClick={() => onChange(tags.filter((_, at) => at !== index))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconPlus size={14} />}
          onClick={() => onChange([...tags, { name: '', value: '' }])}
        >
          {t('tagAdd')}
        </Button>
      </Group>
    </Stack>
  )
}
