// Looks of cells: every kind of row with every type of value (ECMA-376, 18.8).

import type { Language } from '../../../../platform/http/accept-language.ts'
import { cellTypes } from '../../document.types.ts'
import type { ValueType } from '../values.ts'

export const looks = ['row', 'link', 'group', 'subtotal', 'total', 'header', 'title', 'note'] as const
export type Look = (typeof looks)[number]

export type StyledType = Exclude<ValueType, 'empty'>

const types: StyledType[] = [...cellTypes, 'number']

/** The number of a style in the file; 0 is that of cells without one. */
export const styleOf = (look: Look, type: StyledType) =>
  1 + looks.indexOf(look) * types.length + types.indexOf(type)

/** Dates too: a number beside a text would touch it. */
const isLeft = new Set<StyledType>(['text', 'dateTime', 'day'])

/** Numbers below 164 are built in. The signs in these codes are those of English; programs show those of the reader. */
const general = 0
const firstOwnFormat = 164

const dateFormats: Record<Language, string> = { en: 'd mmm yyyy', es: 'dd/mm/yyyy', pt: 'dd/mm/yyyy' }

const numberFormats = (language: Language): Partial<Record<StyledType, string>> => ({
  count: '#,##0',
  distance: '#,##0.0',
  duration: '[h]:mm:ss',
  speed: '#,##0',
  share: '0.0%',
  volume: '#,##0.0',
  decimal: '#,##0.0',
  dateTime: `${dateFormats[language]} hh:mm`,
  day: dateFormats[language],
})

const fonts = { plain: 0, bold: 1, link: 2, header: 3, title: 4 }
const fills = { none: 0, group: 2, total: 3, header: 4 }
const borders = { none: 0, above: 1, below: 2 }

const parts: Record<Look, { font: number; fill: number; border: number }> = {
  row: { font: fonts.plain, fill: fills.none, border: borders.none },
  link: { font: fonts.link, fill: fills.none, border: borders.none },
  group: { font: fonts.bold, fill: fills.group, border: borders.none },
  subtotal: { font: fonts.bold, fill: fills.none, border: borders.above },
  total: { font: fonts.bold, fill: fills.total, border: borders.above },
  header: { font: fonts.header, fill: fills.header, border: borders.below },
  title: { font: fonts.title, fill: fills.none, border: borders.none },
  note: { font: fonts.plain, fill: fills.none, border: borders.none },
}

export function stylesXml(language: Language): string {
  const formats = numberFormats(language)
  const ids = new Map(Object.keys(formats).map((type, index) => [type, firstOwnFormat + index]))
  const styles = looks.flatMap((look) =>
    types.map((type) => {
      const { font, fill, border } = parts[look]
      const wrap = look === 'header' || look === 'note' ? ' wrapText="1"' : ''
      const alignment = `<alignment vertical="top" ${isLeft.has(type) ? 'horizontal="left" indent="1"' : 'horizontal="right"'}${wrap}/>`
      return `<xf numFmtId="${ids.get(type) ?? general}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1">${alignment}</xf>`
    }),
  )
  const numFmts = Object.entries(formats).map(
    ([type, code]) => `<numFmt numFmtId="${ids.get(type)}" formatCode="${code}"/>`,
  )
  const solid = (rgb: string) =>
    `<fill><patternFill patternType="solid"><fgColor rgb="${rgb}"/><bgColor indexed="64"/></patternFill></fill>`
  const border = (above: string, below: string) =>
    `<border><left/><right/>${above || '<top/>'}${below || '<bottom/>'}<diagonal/></border>`
  const calibri = '<name val="Calibri"/><family val="2"/>'
  return (
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n` +
    `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` +
    `<numFmts count="${numFmts.length}">${numFmts.join('')}</numFmts>` +
    `<fonts count="5"><font><sz val="11"/>${calibri}</font><font><b/><sz val="11"/>${calibri}</font>` +
    `<font><u/><sz val="11"/><color rgb="FF1864AB"/>${calibri}</font>` +
    `<font><b/><sz val="11"/><color rgb="FFFFFFFF"/>${calibri}</font>` +
    `<font><b/><sz val="14"/>${calibri}</font></fonts>` +
    `<fills count="5"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>` +
    `${solid('FFE7F0F9')}${solid('FFF1F3F5')}${solid('FF1864AB')}</fills>` +
    `<borders count="3">${border('', '')}${border('<top style="thin"><color rgb="FF868E96"/></top>', '')}` +
    `${border('', '<bottom style="thin"><color rgb="FF0B3D6B"/></bottom>')}</borders>` +
    `<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
    `<cellXfs count="${styles.length + 1}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
    `${styles.join('')}</cellXfs>` +
    `<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
  )
}
