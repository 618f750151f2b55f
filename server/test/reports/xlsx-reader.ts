// Reads the files that the XLSX writer makes, by the standards and not by its code: unzips with the directory, parses the
// XML, and returns what a cell contains. Small files only.

import { crc32, inflateRawSync } from 'node:zlib'

export interface ReadCell {
  value: string | number
  formatCode: string
  isBold: boolean
}

export interface ReadSheet {
  name: string
  /** By reference, as in B2. */
  cells: Map<string, ReadCell>
  links: Map<string, string>
  xml: string
}

export function readXlsx(file: Buffer): ReadSheet[] {
  const parts = unzip(file)
  const text = (name: string) => {
    const part = parts.get(name)
    if (!part) throw new Error(`The file has no ${name}.`)
    return part.toString('utf8')
  }
  const targets = relationsOf(text('xl/_rels/workbook.xml.rels'))
  const styles = stylesOf(text('xl/styles.xml'))
  return [...text('xl/workbook.xml').matchAll(/<sheet name="([^"]*)"[^>]*r:id="([^"]*)"\/>/g)].map(
    ([, name, id]) => {
      const target = targets.get(id!)!
      const xml = text(`xl/${target}`)
      const linksPart = parts.get(`xl/worksheets/_rels/${target.split('/')[1]}.rels`)
      const urls = relationsOf(linksPart?.toString('utf8') ?? '')
      const links = [...xml.matchAll(/<hyperlink ref="([^"]*)" r:id="([^"]*)"\/>/g)].map(
        ([, reference, link]) => [reference!, urls.get(link!)!] as const,
      )
      return { name: unescapeXml(name!), cells: cellsOf(xml, styles), links: new Map(links), xml }
    },
  )
}

/** By the central directory; check sums are compared. */
export function unzip(file: Buffer): Map<string, Buffer> {
  const end = file.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const count = file.readUInt16LE(end + 10)
  const parts = new Map<string, Buffer>()
  let at = file.readUInt32LE(end + 16)
  for (let index = 0; index < count; index += 1) {
    if (file.toString('latin1', at, at + 4) !== 'PK\x01\x02') throw new Error('The directory is broken.')
    const [crc, compressed, size] = [16, 20, 24].map((field) => file.readUInt32LE(at + field)) as [
      number,
      number,
      number,
    ]
    const nameLength = file.readUInt16LE(at + 28)
    const name = file.toString('utf8', at + 46, at + 46 + nameLength)
    const local = file.readUInt32LE(at + 42)
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
    const content = inflateRawSync(file.subarray(start, start + compressed))
    if (content.length !== size || crc32(content) !== crc) throw new Error(`${name} is broken.`)
    parts.set(name, content)
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return parts
}

function relationsOf(xml: string): Map<string, string> {
  const found = xml.matchAll(/<Relationship Id="([^"]*)"[^>]*Target="([^"]*)"/g)
  return new Map([...found].map(([, id, target]) => [id!, unescapeXml(target!)]))
}

function stylesOf(xml: string): { formatCode: string; isBold: boolean }[] {
  const codes = new Map(
    [...xml.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [
      id!,
      unescapeXml(code!),
    ]),
  )
  const fonts = [...xml.matchAll(/<font>(.*?)<\/font>/g)].map(([, font]) => font!.includes('<b/>'))
  const list = xml.slice(xml.indexOf('<cellXfs'), xml.indexOf('</cellXfs>'))
  return [...list.matchAll(/<xf numFmtId="(\d+)" fontId="(\d+)"/g)].map(([, format, font]) => ({
    formatCode: codes.get(format!) ?? 'General',
    isBold: fonts[Number(font)] === true,
  }))
}

function cellsOf(xml: string, styles: { formatCode: string; isBold: boolean }[]): Map<string, ReadCell> {
  const found = xml.matchAll(
    /<c r="([A-Z]+\d+)" s="(\d+)"(?: t="inlineStr")?>(?:<v>([^<]*)<\/v>|<is><t[^>]*>([^<]*)<\/t><\/is>)<\/c>/g,
  )
  return new Map(
    [...found].map(([, reference, style, number, text]) => {
      const value = number === undefined ? decodeCodes(unescapeXml(text!)) : Number(number)
      return [reference!, { value, ...styles[Number(style)]! }]
    }),
  )
}

/** _x0041_ is A. */
const decodeCodes = (text: string) =>
  text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))

function unescapeXml(text: string): string {
  const signs: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" }
  return text.replace(/&(lt|gt|amp|quot|#39);/g, (_, name) => signs[name]!)
}
