// What was read in a session, by route. What was changed is in the audit log.

import { Loader, Table, Text } from '@mantine/core'
import type { SupportSession } from '@rastro/client'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { supportKey } from '../../live/use-support-sessions.ts'
import { rastro } from '../../session/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Failure } from '../../ui/failure.tsx'
import { useFormat } from '../../ui/use-format.ts'

export function ShowReads({ session, onClose }: { session: SupportSession; onClose: () => void }) {
  const { t } = useTranslation('support')
  const format = useFormat()
  const { id, visitorName: name } = session
  const answer = useQuery({
    queryKey: [...supportKey, 'reads', id],
    queryFn: async () => {
      const path = { supportSessionId: id }
      return (await rastro.get('/api/account/supportSessions/{supportSessionId}', { path })).reads
    },
  })
  const reads = answer.data
  return (
    <Dialog onClose={onClose} size="lg" title={t('reads.title', { name })}>
      {answer.isPending && <Loader aria-label={t('ui:loading')} />}
      {answer.error && <Failure error={answer.error} />}
      {reads?.length === 0 && <Text size="sm">{t('reads.none')}</Text>}
      {reads && reads.length > 0 && (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('reads.route')}</Table.Th>
              <Table.Th>{t('reads.count')}</Table.Th>
              <Table.Th>{t('reads.last')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {reads.map(({ route, count, lastAt }) => (
              <Table.Tr key={route}>
                <Table.Td>{route}</Table.Td>
                <Table.Td>{format.number(count)}</Table.Td>
                <Table.Td>{format.dateTime(lastAt)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Dialog>
  )
}
