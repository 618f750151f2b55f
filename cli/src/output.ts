// What a command says: words for people on a terminal, JSON for programs.

export interface Printing {
  json?: boolean
}

/** The result of a command, on standard output: one JSON value, or words. */
export function print({ json }: Printing, value: unknown, words: string): void {
  process.stdout.write(`${json ? JSON.stringify(value) : words}\n`)
}

/** Columns as wide as their widest cell, under their heads. */
export function tableOf(heads: string[], rows: string[][]): string {
  const widths = heads.map((head, at) => Math.max(head.length, ...rows.map((row) => (row[at] ?? '').length)))
  const lineOf = (cells: string[]) =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()
  return [heads, ...rows].map(lineOf).join('\n')
}
