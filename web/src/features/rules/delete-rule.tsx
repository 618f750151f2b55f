import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useDeleteWithUndo } from '../../ui/delete-with-undo.tsx'
import { inBackground } from '../../ui/in-background.ts'

interface DeleteRuleProps {
  ruleId: string
  name: string
  /** Before the editor closes. */
  onDelete(): void
}

/** Without a question: a toast offers to undo it. */
export function DeleteRule({ ruleId, name, onDelete }: DeleteRuleProps) {
  const { t } = useTranslation('ui')
  const go = useNavigate()
  const queries = useQueryClient()
  const remove = useDeleteWithUndo()
  return (
    <Button
      size="xs"
      variant="subtle"
      color="red"
      onClick={() => {
        onDelete()
        remove({
          ids: [ruleId],
          message: t('undo.deleted', { name }),
          send: (client) => client.delete('/api/alertRules/{ruleId}', { path: { ruleId } }),
          refetch: () => queries.invalidateQueries({ queryKey: ['alertRules'] }),
        })
        inBackground(go({ to: '/rules' }))
      }}
    >
      {t('delete')}
    </Button>
  )
}
