// The code blocks of a page: what runs, what must come out of it, and what only looks like it.

export interface Block {
  line: number
  language: string
  /** `run`, `expect`, `no-run`, or nothing. */
  mark: string
  code: string
}

/** One that runs, with what it must print, where the page says so. */
export interface Step extends Block {
  expected: Block | undefined
}

export const runnable = ['sh', 'ts', 'py']
/** What a reader would copy: each says whether it runs, so that none goes stale unseen. */
const copied = [...runnable, 'js', 'bash', 'http']

const fence = /^(?: {0,3}|<!-- )(`{3,})(\S*)[ ]?(.*?)$/

/** Also finds blocks in comments: they do what a reader does with his eyes, such as taking a code out of an e-mail. */
export function readBlocks(text: string): Block[] {
  const blocks: Block[] = []
  let open: (Block & { fence: string; lines: string[] }) | undefined
  for (const [index, line] of text.split('\n').entries()) {
    if (open) {
      if (line.trim().replace(/ -->$/, '') === open.fence) {
        const { fence: _, lines, ...block } = open
        blocks.push({ ...block, code: lines.join('\n') })
        open = undefined
      } else open.lines.push(line)
      continue
    }
    const [, ticks, language = '', mark = ''] = fence.exec(line) ?? []
    if (ticks) open = { line: index + 1, language, mark: mark.trim(), code: '', fence: ticks, lines: [] }
  }
  return blocks
}

export function stepsOf(text: string): Step[] {
  const blocks = readBlocks(text)
  return blocks.flatMap((block, index) => {
    if (block.mark !== 'run') return []
    const next = blocks[index + 1]
    return [{ ...block, expected: next?.mark === 'expect' ? next : undefined }]
  })
}

/** What is wrong with the marks of a page, for whoever wrote it. */
export function faultsOf(text: string): string[] {
  const blocks = readBlocks(text)
  return blocks.flatMap(({ line, language, mark }, index) => {
    if (mark === 'run' && !runnable.includes(language)) return [`${line}: nobody here can run "${language}"`]
    if (mark === 'expect' && blocks[index - 1]?.mark !== 'run') return [`${line}: nothing before it is run`]
    if (mark === '' && copied.includes(language)) return [`${line}: "${language}" is neither run nor no-run`]
    return ['', 'run', 'no-run', 'expect'].includes(mark) ? [] : [`${line}: "${mark}" means nothing`]
  })
}
