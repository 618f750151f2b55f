import type { Driver } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import { AnchorLink } from '../../ui/links.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { Cell, StackedRow, StackedTable } from '../../ui/stacked-table.tsx'

const columns = ['name', 'phone', 'licenseNumber', 'tags'] as const

export function DriverTable({ drivers }: { drivers: Driver[] }) {
  const { t } = useTranslation('drivers')
  return (
    <StackedTable label={t('title')} columns={columns.map((column) => t(`columns.${column}`))}>
      {drivers.map(({ id, name, phone, licenseNumber, tags }) => (
        <StackedRow key={id}>
          <Cell slot="first">
            <AnchorLink to="/drivers/$driverId" params={{ driverId: id }} size="sm" fw={600}>
              {name}
            </AnchorLink>
          </Cell>
          <Cell label={t('columns.phone')}>{phone && <PhoneLink phone={phone} />}</Cell>
          <Cell label={t('columns.licenseNumber')}>{licenseNumber}</Cell>
          <Cell label={t('columns.tags')}>{tags.map(({ tag }) => tag).join(', ')}</Cell>
        </StackedRow>
      ))}
    </StackedTable>
  )
}
