// Colours code by class, because the server's policy refuses inline styles.

import type { MarkdownOptions, ThemeRegistration } from 'vitepress'

type Transformer = NonNullable<MarkdownOptions['codeTransformers']>[number]

const scopes: Record<string, string[]> = {
  comment: ['comment', 'punctuation.definition.comment'],
  string: ['string', 'punctuation.definition.string', 'meta.attribute-selector'],
  constant: ['constant', 'support.constant', 'variable.language'],
  keyword: ['keyword', 'storage', 'punctuation.separator.key-value keyword'],
  function: ['entity.name.function', 'support.function', 'entity.name.command'],
  property: ['support.type.property-name', 'entity.other.attribute-name', 'meta.object-literal.key'],
  type: ['entity.name.type', 'support.type.primitive', 'support.class', 'entity.name.tag'],
  variable: ['variable.other.normal', 'punctuation.definition.variable'],
}
const names = Object.keys(scopes)
/** A placeholder colour, replaced by a class in the transformer. */
const colourOf = (name: string) => `#0000${(names.indexOf(name) + 16).toString(16)}`

export const colours = {
  name: 'rastro',
  type: 'light',
  colors: { 'editor.foreground': '#000001', 'editor.background': '#000002' },
  settings: names.map((name) => ({
    scope: scopes[name],
    settings: { foreground: colourOf(name) },
  })),
} as unknown as ThemeRegistration

export const colourByClass: Transformer = {
  name: 'colour-by-class',
  pre(node) {
    delete node.properties.style
  },
  span(node) {
    const style = String(node.properties.style ?? '').toLowerCase()
    const name = names.find((one) => style.includes(colourOf(one)))
    delete node.properties.style
    if (name) node.properties.class = `code-${name}`
  },
}
