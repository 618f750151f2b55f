import { ActionIcon, Group, Text, Tooltip, UnstyledButton } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCircle,
  IconPolygon,
  IconRectangle,
  IconRoute,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './geofences.module.css'
import type { Tool } from './geofences-search.ts'
import { tools } from './geofences-search.ts'

const icons = { polygon: IconPolygon, rectangle: IconRectangle, circle: IconCircle, corridor: IconRoute }

interface ShapeToolsProps {
  tool: Tool | undefined
  onTool(tool: Tool | undefined): void
  undo: (() => void) | undefined
  redo: (() => void) | undefined
  /** The current instruction for the map. */
  hint: string
}

export function ShapeTools({ tool, onTool, undo, redo, hint }: ShapeToolsProps) {
  const { t } = useTranslation('geofences')
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={500}>
          {t('draw.title')}
        </Text>
        <Group gap={4}>
          {(
            [
              ['undo', undo, IconArrowBackUp],
              ['redo', redo, IconArrowForwardUp],
            ] as const
          ).map(([name, act, Icon]) => (
            <Tooltip key={name} label={t(`draw.${name}`)}>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t(`draw.${name}`)}
                disabled={!act}
                onClick={act}
              >
                <Icon size={18} />
              </ActionIcon>
            </Tooltip>
          ))}
        </Group>
      </Group>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would look like another form. */}
      <div className={styles.tools} role="group" aria-label={t('draw.title')}>
        {tools.map((one) => {
          const Icon = icons[one]
          return (
            <UnstyledButton
              key={one}
              className={styles.tool}
              aria-pressed={tool === one}
              onClick={() => onTool(tool === one ? undefined : one)}
            >
              <Icon size={20} stroke={1.7} aria-hidden />
              {t(`tools.${one}`)}
            </UnstyledButton>
          )
        })}
      </div>
      <Text size="xs" c="dimmed" mt={6} aria-live="polite">
        {hint}
      </Text>
    </div>
  )
}
