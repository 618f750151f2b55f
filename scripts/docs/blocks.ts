// The code blocks of a page: those that run, their expected output, and those that are only shown.

export interface Block {
  line: number
  language: string
  /** `run`, `expect`, `no-run`, or nothing. */
  mark: string
  code: string
}

/** A block that runs, with its expected output if the page shows it. */
export interface Step extends Block {
  expected: Block | undefined
}

export const runnable = ['sh', 'ts', 'py']
/** Languages a reader would copy: each block is marked run or no-run, so that none becomes outdated unnoticed. */
const copied = [...runnable, 'js', 'bash', 'http']

const fence = /^(?: {0,3}|<!-- )(`{3,})(\S*)[ ]?(.*?)$/

/** Also finds blocks in comments, which do what a reader does by eye, such as reading a code from an e-mail. */
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

/** Invalid marks of a page. */
export function faultsOf(text: string): string[] {
  const blocks = readBlocks(text)
  return blocks.flatMap(({ line, language, mark }, index) => {
    if (mark === 'run' && !runnable.includes(language)) return [`${line}: cannot run "${language}"`]
    if (mark === 'expect' && blocks[index - 1]?.mark !== 'run')
      return [`${line}: the block before it does not run`]
    if (mark === '' && copied.includes(language)) return [`${line}: "${language}" is neither run nor no-run`]
    return ['', 'run', 'no-run', 'expect'].includes(mark) ? [] : [`${line}: unknown mark "${mark}"`]
  })
}
