import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { useDraft } from '../../ui/draft.ts'
import { driversKey } from '../../ui/drivers/use-drivers.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { DriverFields, emptyDriver, toBody } from './driver-fields.tsx'

export function CreateDriver({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('drivers')
  const go = useNavigate()
  const queries = useQueryClient()
  const draft = useDraft('driver:new', emptyDriver)
  const creating = useMutation({
    mutationFn: () => rastro.post('/api/drivers', { body: toBody(draft.value) }),
    onSuccess: async ({ id }) => {
      draft.saved()
      await queries.invalidateQueries({ queryKey: driversKey })
      await go({ to: '/drivers/$driverId', params: { driverId: id } })
    },
  })
  return (
    <FormDialog
      title={t('create')}
      action={t('make')}
      sending={creating}
      isWhole={draft.value.name.trim() !== ''}
      draft={draft}
      onClose={onClose}
    >
      <DriverFields value={draft.value} onChange={draft.change} hasFocus />
    </FormDialog>
  )
}
