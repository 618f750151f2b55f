// The reports that can be created, as the API describes them.

import type { Static } from 'typebox'
import type { Language } from '../../platform/http/accept-language.ts'
import { catalogue } from './catalogue/catalogue.ts'
import { titled } from './document.ts'
import type { ReportTypeView } from './report.schema.ts'
import { reportTexts } from './texts/texts.ts'

export function listReports(language: Language): Static<typeof ReportTypeView>[] {
  const texts = reportTexts[language]
  return Object.values(catalogue).map(({ report, columns: columnsOf, groupings, maxDays }) => {
    // Those that depend on the period are absent.
    const columns = columnsOf([])
    return {
      report,
      ...texts.reports[report],
      columns: columns.map(titled(texts)).map(({ key, title, type }) => ({ key, title, type })),
      defaultColumns: columns.filter(({ isOptional }) => !isOptional).map(({ key }) => key),
      groupings,
      maxDays,
    }
  })
}
