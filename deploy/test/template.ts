// The part of Go templates that the chart uses, to render it without Helm.

export type Value = unknown
type Call = (...args: Value[]) => Value
type Scope = { dot: Value; variables: Map<string, Value> }
type Node =
  | { kind: 'text'; text: string }
  | { kind: 'value'; expression: string }
  | { kind: 'block'; word: string; expression: string; body: Node[]; otherwise: Node[] }

export interface Template {
  render(file: string, root: Record<string, Value>): string
}

export function parseTemplates(files: Record<string, string>, functions: Record<string, Call>): Template {
  const named = new Map<string, Node[]>()
  const trees = new Map(Object.entries(files).map(([name, text]) => [name, parse(text, named)]))
  const run = (nodes: Node[], dot: Value, root: Value) =>
    write(nodes, { dot, variables: new Map([['$', root]]) }, calls)
  const calls: Record<string, Call> = {
    ...functions,
    include(name, dot) {
      const body = named.get(String(name))
      if (!body) throw new Error(`there is no template "${name}"`)
      return run(body, dot, dot)
    },
  }
  return { render: (file, root) => run(trees.get(file)!, root, root) }
}

/** `{{- x -}}` also removes the surrounding whitespace; definitions are stored separately. */
function parse(text: string, named: Map<string, Node[]>): Node[] {
  const pieces = text.split(/(?:\s*\{\{-\s|\{\{)((?:"[^"]*"|\/\*[\s\S]*?\*\/|[^"}])*?)(?:\s-\}\}\s*|\}\})/)
  let at = 0
  const upTo = (...ends: string[]): { nodes: Node[]; end: string } => {
    const nodes: Node[] = []
    for (; at < pieces.length; at += 1) {
      const piece = pieces[at]!
      if (at % 2 === 0) {
        nodes.push({ kind: 'text', text: piece })
        continue
      }
      const expression = piece.trim()
      const [word = ''] = expression.split(/\s/)
      if (expression.startsWith('/*')) continue
      if (ends.includes(word)) return { nodes, end: expression }
      if (!['if', 'range', 'with', 'define'].includes(word)) {
        nodes.push({ kind: 'value', expression })
        continue
      }
      at += 1
      const block = readBlock(word, expression.slice(word.length).trim())
      if (word === 'define') named.set(JSON.parse(block.expression), block.body)
      else nodes.push(block)
    }
    if (ends.length > 0) throw new Error(`"${ends.join('" or "')}" is missing`)
    return { nodes, end: '' }
  }
  const readBlock = (word: string, expression: string): Node & { kind: 'block' } => {
    const { nodes: body, end } = upTo('else', 'end')
    if (end === 'end') return { kind: 'block', word, expression, body, otherwise: [] }
    at += 1
    if (end === 'else') return { kind: 'block', word, expression, body, otherwise: upTo('end').nodes }
    return {
      kind: 'block',
      word,
      expression,
      body,
      otherwise: [readBlock('if', end.replace(/^else\s+if/, '').trim())],
    }
  }
  return upTo().nodes
}

function write(nodes: Node[], scope: Scope, calls: Record<string, Call>): string {
  return nodes
    .map((node) => {
      if (node.kind === 'text') return node.text
      if (node.kind === 'block') return writeBlock(node, scope, calls)
      const [, name, expression] = /^(\$\w+) := ([\s\S]*)$/.exec(node.expression) ?? []
      if (name) scope.variables.set(name, evaluate(expression!, scope, calls))
      return name ? '' : String(evaluate(node.expression, scope, calls) ?? '')
    })
    .join('')
}

function writeBlock(
  { word, expression, body, otherwise }: Node & { kind: 'block' },
  scope: Scope,
  calls: Record<string, Call>,
): string {
  const [, key, item, over] = /^(\$\w+), (\$\w+) := (.*)$/.exec(expression) ?? []
  const value = evaluate(over ?? expression, scope, calls)
  const inside = (dot: Value, more: [string, Value][] = []) =>
    write(body, { dot, variables: new Map([...scope.variables, ...more]) }, calls)
  if (isEmpty(value)) return write(otherwise, scope, calls)
  if (word === 'if') return inside(scope.dot)
  if (word === 'with') return inside(value)
  // Go iterates over a map in the order of its keys.
  const entries = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value as object).sort(([left], [right]) => (left < right ? -1 : 1))
  return entries
    .map(([name, one]) =>
      inside(
        one,
        key
          ? [
              [key, name],
              [item!, one],
            ]
          : [],
      ),
    )
    .join('')
}

/** `a b (c d) | e`: calls e with the result of a as its last argument. */
function evaluate(expression: string, scope: Scope, calls: Record<string, Call>): Value {
  const words = expression.match(/"(?:[^"\\]|\\.)*"|[()|]|[^\s()|]+/g) ?? []
  let at = 0
  const readOne = (): Value => {
    const word = words[at++]!
    if (word === '(') return readPipeline()
    if (word.startsWith('"')) return JSON.parse(word)
    if (/^\d+$/.test(word)) return Number(word)
    const [, start, path = ''] = /^(\$\w*|\.)(.*)$/.exec(word) ?? []
    if (start === undefined) throw new Error(`"${word}" is not a value, in "${expression}"`)
    const from = start === '.' ? scope.dot : scope.variables.get(start)
    if (from === undefined && start !== '.') throw new Error(`${start} is not known here`)
    const follow = (value: Value, name: string) => (value as Record<string, Value> | undefined)?.[name]
    return path.split('.').filter(Boolean).reduce(follow, from)
  }
  const readCall = (last: Value[]): Value => {
    if (!/^[a-z]\w*$/i.test(words[at]!)) return readOne()
    const name = words[at++]!
    const call = calls[name]
    if (!call) throw new Error(`the function "${name}" is not known`)
    const args: Value[] = []
    while (at < words.length && words[at] !== ')' && words[at] !== '|') args.push(readOne())
    return call(...args, ...last)
  }
  const readPipeline = (): Value => {
    let value = readCall([])
    for (; words[at] === '|'; ) {
      at += 1
      value = readCall([value])
    }
    if (words[at] === ')') at += 1
    return value
  }
  return readPipeline()
}

export function isEmpty(value: Value): boolean {
  if (value && typeof value === 'object') return Object.keys(value).length === 0
  return !value
}
