import { Code, Group, Stack, Text } from '@mantine/core'
import { CopyText } from './copy-text.tsx'
import styles from './shown-secret.module.css'

/** A shell command with its description and a copy button. */
export function CodeLine({
  description,
  code,
  copyLabel,
}: {
  description: string
  code: string
  copyLabel: string
}) {
  return (
    <Stack gap={4}>
      <Text size="sm">{description}</Text>
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <Code className={styles.code ?? ''}>{code}</Code>
        <CopyText text={code} label={copyLabel} />
      </Group>
    </Stack>
  )
}
