// Parsers of options: repeated ones, numbers, tags.

import { InvalidArgumentError } from 'commander'

/** An option that may be repeated. */
export function gathered(text: string, before: string[] = []): string[] {
  return [...before, text]
}

export function wholeFrom(least: number): (text: string) => number {
  return (text) => {
    const number = Number(text)
    if (/^\d+$/.test(text) && number >= least) return number
    throw new InvalidArgumentError(`It must be a whole number of at least ${least}.`)
  }
}

/** `name=value`, several; an empty one clears them all. */
export function tagsOf(texts: string[]): Record<string, string> {
  return Object.fromEntries(
    texts.filter(Boolean).map((text) => {
      const at = text.indexOf('=')
      return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
    }),
  )
}
