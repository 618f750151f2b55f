// The reports to choose from, each with a sentence and a picture.

import type { ReportType } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import { TileLink } from '../../ui/links.tsx'
import styles from './catalogue.module.css'
import { ReportPicture } from './report-picture.tsx'
import type { ReportsSearch } from './reports-search.ts'
import { withoutEmpty } from './reports-search.ts'

interface CatalogueProps {
  types: ReportType[]
  search: ReportsSearch
}

export function Catalogue({ types, search }: CatalogueProps) {
  const { t } = useTranslation('reports')
  const { from, to, devices, groups } = search
  return (
    <nav className={styles.catalogue} aria-label={t('catalogue')} data-wide={search.report === undefined}>
      <ul>
        {types.map(({ report, title, description }) => (
          <li key={report}>
            <TileLink
              to="/reports"
              // Another report of the same devices and days. Columns and groupings differ.
              search={withoutEmpty({ report, from, to, devices, groups })}
              className={styles.card}
              aria-current={search.report === report ? 'page' : undefined}
            >
              <ReportPicture report={report} />
              <span>
                <span className={styles.title}>{title}</span>
                <span className={styles.description}>{description}</span>
              </span>
            </TileLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
