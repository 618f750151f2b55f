// Reports as the engine describes them, with the names and places of a haulier, for tests and pictures of the formats.

import { createRandom } from '../../../simulator/src/random.ts'
import type {
  Cell,
  ReportColumn,
  ReportDocument,
  ReportLocale,
  ReportRow,
} from '../../src/features/reports/document.types.ts'
import type { Language } from '../../src/platform/http/accept-language.ts'

export const madrid = (language: Language): ReportLocale => ({
  language,
  units: 'metric',
  timeZone: 'Europe/Madrid',
})

const words = {
  en: {
    page: 'Page',
    of: 'of',
    total: 'Total',
    moreRows: 'Only the first 10,000 rows are shown. XLSX has all.',
    noRows: 'No rows.',
  },
  es: {
    page: 'Página',
    of: 'de',
    total: 'Total',
    moreRows: 'Solo se muestran las primeras 10.000 filas. El archivo XLSX las tiene todas.',
    noRows: 'Sin filas.',
  },
  pt: {
    page: 'Página',
    of: 'de',
    total: 'Total',
    moreRows: 'São mostradas apenas as primeiras 10.000 linhas. O arquivo XLSX tem todas.',
    noRows: 'Sem linhas.',
  },
} as const satisfies Record<Language, ReportDocument['words']>

interface DocumentInput {
  locale: ReportLocale
  title?: string
  columns: ReportColumn[]
  rows: ReportRow[] | AsyncIterable<ReportRow[]>
  figures?: ReportDocument['figures']
  facts?: ReportDocument['facts']
  footnotes?: string[]
  baseUrl?: string
}

/** With one table. */
export function documentOf(input: DocumentInput): ReportDocument {
  const { locale, title = 'Report', columns, rows, figures = [], facts = [], footnotes = [], baseUrl } = input
  return {
    title,
    locale,
    facts,
    figures,
    tables: [{ title, columns, rows: Array.isArray(rows) ? inParts(rows) : rows }],
    footnotes: () => footnotes,
    baseUrl,
    words: words[locale.language],
  }
}

async function* inParts(rows: ReportRow[]): AsyncGenerator<ReportRow[]> {
  for (let start = 0; start < rows.length; start += 2_000) yield rows.slice(start, start + 2_000)
}

export const rowOf = (...cells: Cell[]): ReportRow => ({ type: 'row', cells })

const tripTitles: Record<Language, string[]> = {
  en: 'Start|End|From|To|Driver|Distance|Driving|Idle|Idle share|Maximum speed|Stops|Purpose|Day|Odometer'.split(
    '|',
  ),
  es: 'Inicio|Fin|Desde|Hasta|Conductor|Distancia|Conducción|Ralentí|% ralentí|Velocidad máxima|Paradas|Motivo|Día|Odómetro'.split(
    '|',
  ),
  pt: 'Início|Fim|De|Para|Motorista|Distância|Condução|Marcha lenta|% marcha lenta|Velocidade máxima|Paradas|Finalidade|Dia|Hodômetro'.split(
    '|',
  ),
}

const tripTypes = [
  'dateTime',
  'dateTime',
  'text',
  'text',
  'text',
  'distance',
  'duration',
  'duration',
  'share',
  'speed',
  'count',
  'text',
  'day',
  'distance',
] as const

export function tripColumns(language: Language): ReportColumn[] {
  return tripTypes.map((type, index) => ({
    key: `${type}${index}`,
    title: tripTitles[language][index]!,
    type,
    weight: type === 'text' ? 2 : 1,
  }))
}

const places: Record<Language, string[]> = {
  en: [
    '3 km east of Calatayud',
    'Zaragoza, Depot north',
    'Medinaceli',
    '12 km south-west of Guadalajara',
    'Getafe',
  ],
  es: [
    '3 km al este de Calatayud',
    'Zaragoza, Almacén norte',
    'Medinaceli',
    '12 km al suroeste de Guadalajara',
    'Getafe',
  ],
  pt: [
    '3 km a leste de Calatayud',
    'Saragoça, Armazém norte',
    'Medinaceli',
    '12 km a sudoeste de Guadalajara',
    'Getafe',
  ],
}
const drivers = ['Begoña Íñiguez', 'João Conceição', 'Łukasz Wiśniewski', '', 'Iñaki Peña']
const firstMs = Date.UTC(2026, 9, 24, 22)

/** Trips over the end of summer time. The same for the same seed. */
export function tripRow(index: number, language: Language, next: () => number): ReportRow {
  const startMs = firstMs + index * 1_800_000 + Math.floor(next() * 600) * 1_000
  const seconds = 300 + Math.floor(next() * 7_200)
  const idle = Math.floor(seconds * next() * 0.3)
  const pick = (texts: string[]) => texts[Math.floor(next() * texts.length)]!
  const cells: Cell[] = [
    startMs,
    startMs + seconds * 1_000,
    pick(places[language]),
    pick(places[language]),
    pick(drivers) || null,
    Math.floor(next() * 12_000_000) / 100,
    seconds - idle,
    idle,
    idle / seconds,
    Math.floor(next() * 3_300) / 100,
    Math.floor(next() * 6),
    next() < 0.5 ? null : 'business',
    new Date(startMs).toISOString().slice(0, 10),
    Math.floor(next() * 40_000_000_000) / 100,
  ]
  return { type: 'row', cells, path: `/history/dev_${index % 40}?trip=trp_${index}` }
}

/** Trips by device, with sums. */
export function tripRows(count: number, language: Language, perGroup = 12): ReportRow[] {
  const { next } = createRandom(23)
  const rows: ReportRow[] = []
  const sumOf = (some: ReportRow[], type: 'subtotal' | 'total'): ReportRow => {
    const sum = (column: number) =>
      some.reduce((total, { cells }) => total + Math.round((cells[column] as number) * 100), 0) / 100
    const cells: Cell[] = Array.from({ length: tripTypes.length }, () => null)
    for (const column of [5, 6, 7, 10]) cells[column] = sum(column)
    cells[0] = words[language].total
    return { type, cells }
  }
  const all: ReportRow[] = []
  for (let start = 0; start < count; start += perGroup) {
    const some = Array.from({ length: Math.min(perGroup, count - start) }, (_, index) =>
      tripRow(start + index, language, next),
    )
    const title: ReportRow = {
      type: 'group',
      cells: [`Camión ${start / perGroup + 1}`, ...Array.from({ length: tripTypes.length - 1 }, () => null)],
    }
    rows.push(title, ...some, sumOf(some, 'subtotal'))
    all.push(...some)
  }
  return [...rows, sumOf(all, 'total')]
}
