import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'

/** Long enough to read it; hovering or focusing the toast stops its clock. */
const toastMs = 10_000

interface UndoToast {
  id?: string
  message: string
  /** Absent: nothing can be undone. */
  undo?(): void
  /** Called once, whether it was undone or not. */
  onClose?(): void
}

export function showUndo({ id, message, undo, onClose }: UndoToast, t: (key: string) => string): void {
  const shownId = notifications.show({
    ...(id && { id }),
    autoClose: toastMs,
    ...(onClose && { onClose }),
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        {undo && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              undo()
              notifications.hide(shownId)
            }}
          >
            {t('ui:undo.action')}
          </Button>
        )}
      </Group>
    ),
  })
}
