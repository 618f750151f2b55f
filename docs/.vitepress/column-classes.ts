import type { MarkdownRenderer } from 'vitepress'

/** Aligns columns by class, because the server's policy refuses inline styles. */
export function alignByClass(md: MarkdownRenderer): void {
  md.core.ruler.push('align-by-class', ({ tokens }) => {
    for (const token of tokens) {
      const [, side] = /^text-align:(\w+)$/.exec(token.attrGet('style') ?? '') ?? []
      if (!side) continue
      token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style')
      token.attrJoin('class', `column-${side}`)
    }
  })
}
