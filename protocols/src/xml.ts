// Reads the small documents that satellite operators push: elements, attributes, text. No document type, hence only
// the five predefined entities and no URL to fetch; bounded in size, depth and number. Undefined if not well formed.

const MAX_CHARACTERS = 262_144
const MAX_ELEMENTS = 20_000
const MAX_ATTRIBUTES = 20
const DEEPEST = 8

export interface XmlElement {
  /** Without a prefix, which operators may change. */
  name: string
  attributes: Readonly<Record<string, string>>
  children: XmlElement[]
  /** All of its own text, entities resolved, trimmed. */
  text: string
}

/** The root, or undefined. Linear in the length of the document. */
export function parseXml(document: string): XmlElement | undefined {
  if (document.length > MAX_CHARACTERS) return undefined
  const open: XmlElement[] = []
  let root: XmlElement | undefined
  let elements = 0
  let at = startOf(document)
  while (at < document.length) {
    const next = document.indexOf('<', at)
    const text = textOf(document.slice(at, next < 0 ? document.length : next))
    if (text === undefined) return undefined
    const parent = open.at(-1)
    if (parent) parent.text += text
    else if (text.trim() !== '') return undefined
    if (next < 0) break

    if (document.startsWith('<!--', next)) {
      const end = document.indexOf('-->', next + 4)
      if (end < 0) return undefined
      at = end + 3
      continue
    }
    const end = document.indexOf('>', next)
    if (end < 0) return undefined
    at = end + 1
    const tag = document.slice(next + 1, end)
    if (tag.startsWith('/')) {
      const closed = open.pop()
      if (!closed || localName(tag.slice(1).trimEnd()) !== closed.name) return undefined
      closed.text = closed.text.trim()
      continue
    }
    const isEmpty = tag.endsWith('/')
    const element = elementOf(isEmpty ? tag.slice(0, -1) : tag)
    elements += 1
    if (!element || elements > MAX_ELEMENTS || open.length >= DEEPEST) return undefined
    if (parent) parent.children.push(element)
    else if (root) return undefined
    else root = element
    if (!isEmpty) open.push(element)
  }
  return open.length === 0 ? root : undefined
}

/** The text of the first child of this name; undefined if there is none, or it is empty. */
export function textIn(element: XmlElement, name: string): string | undefined {
  return element.children.find((child) => child.name === name)?.text || undefined
}

export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&${names[character]};`)
}

/** After the byte order mark and the declaration, which is the only instruction accepted. */
function startOf(document: string): number {
  const [declaration = ''] = /^\ufeff?\s*<\?xml\s[^<>]{0,200}\?>/.exec(document) ?? []
  return declaration.length || (document.startsWith('\ufeff') ? 1 : 0)
}

const tagShape = /^([A-Za-z_][\w.:-]{0,99})((?:\s+[A-Za-z_][\w.:-]{0,99}\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*$/

const plainTag = /^[A-Za-z_][\w.:-]{0,99}$/
const noAttributes = Object.freeze({})

/** `<!DOCTYPE`, `<![CDATA[`, `<?…` do not match, nor does a value with ">" in it. */
function elementOf(tag: string): XmlElement | undefined {
  // Most elements have no attributes, which is quickly detected.
  if (plainTag.test(tag)) return { name: localName(tag), attributes: noAttributes, children: [], text: '' }
  const [, name, attributeText = ''] = tagShape.exec(tag) ?? []
  if (!name) return undefined
  const attributes: Record<string, string> = {}
  let count = 0
  for (const [, key, quoted] of attributeText.matchAll(/([\w.:-]+)\s*=\s*("[^"]*"|'[^']*')/g)) {
    const value = textOf(quoted!.slice(1, -1))
    count += 1
    if (value === undefined || count > MAX_ATTRIBUTES) return undefined
    attributes[localName(key!)] = value
  }
  return { name: localName(name), attributes, children: [], text: '' }
}

function localName(name: string): string {
  const colonAt = name.lastIndexOf(':')
  return colonAt < 0 ? name : name.slice(colonAt + 1)
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const names = Object.fromEntries(Object.entries(entities).map(([name, character]) => [character, name]))

/** Undefined if it contains an undefined entity. A numeric character reference is not an entity. */
function textOf(raw: string): string | undefined {
  if (!raw.includes('&')) return raw
  // Before replacing: a flood of ampersands ends at the first one.
  if (/&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|\w{1,8});)/i.test(raw)) return undefined
  let isWhole = true
  const text = raw.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, (_all, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined
    const character = code === undefined ? entityOf(name) : characterOf(code)
    if (character === undefined) isWhole = false
    return character ?? ''
  })
  return isWhole ? text : undefined
}

function entityOf(name: string | undefined): string | undefined {
  return name !== undefined && Object.hasOwn(entities, name) ? entities[name] : undefined
}

function characterOf(code: number): string | undefined {
  const isCharacter = code >= 0x20 && code <= 0x10_ffff && !(code >= 0xd800 && code <= 0xdfff)
  return isCharacter || code === 9 || code === 10 || code === 13 ? String.fromCodePoint(code) : undefined
}
